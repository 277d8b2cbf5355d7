/** Knows how long a cold `sign` with a key in AWS KMS takes, the calls to it left out: mostly its client's own start. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectKms } from '../../test/support/kms-client.js';
import { startKmsDouble } from '../../test/support/kms-double/server.js';
import type { KmsDouble } from '../../test/support/kms-double/types.js';
import { GetPublicKeyCommand, SignCommand } from '@aws-sdk/client-kms';
import { makeAgreedCard } from './cards.js';
import { program, run } from './cold.js';
import { comparePaired, type Row } from './compare.js';

const rounds = 31;
const alias = 'alias/bench';

/** The wall time of `sign` less that of its two requests, to that of `node -e 0`. */
export async function benchColdKms(): Promise<Row[]> {
  const kms = await startKmsDouble();
  const folder = mkdtempSync(join(tmpdir(), 'cardctl-bench-'));
  try {
    kms.addKey({ spec: 'ECC_NIST_P256', aliases: [alias] });
    writeFileSync(join(folder, 'card.json'), JSON.stringify(makeAgreedCard(1600), null, 2));
    const calls = await timeRequests(kms);
    const ref = `awskms://${new URL(kms.endpoint).host}/${alias}?region=${kms.region}`;
    const env = {
      AWS_ACCESS_KEY_ID: kms.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: kms.credentials.secretAccessKey,
    };
    const sign = () =>
      run([program, 'sign', 'card.json', '--key', ref], { cwd: folder, output: 'file', env });
    const nothing = () => run(['-e', '0'], { cwd: folder, output: 'file', env });
    await comparePaired(sign, nothing, 3);
    const { ratio, times } = await comparePaired(async () => (await sign()) - calls, nothing, rounds);
    const note = `${times[0].toFixed(1)} ms without ${calls.toFixed(1)} ms of calls, node -e 0 ${times[1].toFixed(1)} ms`;
    return [{ name: 'cold sign with AWS KMS to node -e 0', ratio, atMost: 4, note }];
  } finally {
    rmSync(folder, { recursive: true });
    await kms.close();
  }
}

/** Milliseconds of one GetPublicKey and one Sign by a client that has started long ago. */
async function timeRequests(kms: KmsDouble): Promise<number> {
  const client = connectKms(kms);
  const request = async () => {
    await client.send(new GetPublicKeyCommand({ KeyId: alias }));
    await client.send(
      new SignCommand({
        KeyId: alias,
        SigningAlgorithm: 'ECDSA_SHA_256',
        MessageType: 'DIGEST',
        Message: new Uint8Array(32),
      }),
    );
  };
  for (let round = 0; round < 20; round++) await request();
  const start = performance.now();
  for (let round = 0; round < 20; round++) await request();
  const elapsed = (performance.now() - start) / 20;
  client.destroy();
  return elapsed;
}
