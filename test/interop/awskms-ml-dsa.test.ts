/** Knows that an ML-DSA key in AWS KMS signs by its mu where Node.js can verify it, and is refused where it cannot. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openSigner } from '../../src/keys/providers/index.js';
import { createWorkspace } from '../cli/run.js';
import { startMlDsa, type MlDsa, type MlDsaKey } from '../peers/ml-dsa.js';
import { hasPython } from '../peers/python.js';
import { describePeer } from '../peers/require.js';
import { hasMlDsa } from '../support/key-pairs.js';
import { startKmsDouble } from '../support/kms-double/server.js';
import type { KmsDouble } from '../support/kms-double/types.js';
import { useKmsEnvironment } from '../support/kms-environment.js';
import { cardText, signWith, verifyWith } from '../support/signed-cards.js';

/** FIPS 204, table 2: bytes of a signature. */
const sets = [
  { parameters: '44', alg: 'ML-DSA-44', bytes: 2420 },
  { parameters: '65', alg: 'ML-DSA-65', bytes: 3309 },
  { parameters: '87', alg: 'ML-DSA-87', bytes: 4627 },
] as const;

describePeer('cryptography', { found: hasPython(), why: 'run test/peers/setup-python.sh' }, () => {
  const workspace = createWorkspace();
  const keys = new Map<string, MlDsaKey & { arn: string; ref: string }>();
  let kms: KmsDouble;
  let peer: MlDsa;
  let env: Record<string, string>;

  beforeAll(async () => {
    kms = await startKmsDouble();
    env = useKmsEnvironment(kms);
    peer = await startMlDsa();
    for (const { parameters } of sets) {
      const key = await peer.createKey(parameters);
      const { arn } = kms.addKey({
        spec: `ML_DSA_${parameters}`,
        aliases: [`card-${parameters}`],
        publicKeyDer: key.publicKeyDer,
        signer: ({ message, messageType }) => key.sign(message, messageType === 'EXTERNAL_MU'),
      });
      keys.set(parameters, { ...key, arn, ref: `awskms:///alias/card-${parameters}` });
    }
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await peer.close();
    await kms.close();
    workspace.remove();
  });
  const keyOf = (parameters: string) => keys.get(parameters) ?? expect.unreachable('it was made before');
  const operations = () => kms.requests.map(({ operation }) => operation);

  describe.runIf(hasMlDsa())('with Node.js 24.6 or later', () => {
    it.each(sets)('$alg signs the mu of any message, as cryptography verifies it', async (set) => {
      const { arn, ref, verify } = keyOf(set.parameters);
      const signer = await openSigner(ref, { env });
      expect([signer.keyName, signer.algorithms, signer.largestInput]).toEqual([arn, [set.alg], undefined]);
      kms.reset();
      for (const message of [Buffer.from('.'), Buffer.alloc(4097, 'a'), Buffer.alloc(1_000_000, 'b')]) {
        const signature = await signer.sign(set.alg, message);
        expect(signature.length).toBe(set.bytes);
        expect(await verify(message, signature)).toBe(true);
        expect(await verify(Buffer.from('another'), signature)).toBe(false);
      }
      for (const { operation, input } of kms.requests) {
        const { Message, ...rest } = input;
        expect(operation).toBe('Sign');
        expect(rest).toEqual({
          KeyId: arn,
          SigningAlgorithm: 'ML_DSA_SHAKE_256',
          MessageType: 'EXTERNAL_MU',
        });
        expect(Buffer.from(Message as string, 'base64').length).toBe(64);
      }
      const text = await signWith([signer], cardText());
      expect((await verifyWith([signer], text)).report.verdict).toBe('trusted');
      await signer.close?.();
    });
  });

  describe.skipIf(hasMlDsa())('with an earlier Node.js', () => {
    it.each(sets)('refuses $alg before anything is signed', async ({ parameters }) => {
      const { ref } = keyOf(parameters);
      kms.reset();
      await expect(openSigner(ref, { env })).rejects.toMatchObject({
        code: 'key-unusable',
        message: `the key ${ref} signs with ML-DSA, which Node.js ${process.version} cannot verify`,
        hint: 'run cardctl with Node.js 24.6 or later, or sign with another key',
      });
      expect(operations()).toEqual(['GetPublicKey']);
    });
  });

  it.each(sets)(
    'the command line signs with $alg, or says what it needs and leaves the file',
    async (set) => {
      const { ref } = keyOf(set.parameters);
      workspace.write('card.json', cardText());
      kms.reset();
      const { code, stderr } = await workspace.run('sign', 'card.json', '--key', ref, '--in-place', { env });
      if (hasMlDsa()) {
        expect(code, stderr).toBe(0);
        expect(operations()).toEqual(['GetPublicKey', 'Sign']);
        expect((await workspace.run('keys', 'jwks', ref, '--out', 'jwks.json', { env })).code).toBe(0);
        expect((await workspace.run('verify', 'card.json', '--jwks', 'jwks.json')).code).toBe(0);
      } else {
        expect(code, stderr).toBe(7);
        expect(stderr).toContain('next: run cardctl with Node.js 24.6 or later, or sign with another key\n');
        expect(operations()).toEqual(['GetPublicKey']);
        expect(workspace.read('card.json')).toBe(cardText());
      }
    },
  );
});
