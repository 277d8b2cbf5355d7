/** Knows what `sign` does with keys in AWS KMS. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { toKmsRef } from '../support/kms-double/reach.js';
import type { KmsDouble, KmsDoubleKey } from '../support/kms-double/types.js';
import { openKmsSpace, type KmsSpace } from './kms-space.js';
import type { Workspace } from './run.js';
import { createLargeCard, parseSigned, readHeader } from './samples.js';

let bench: KmsSpace;
let kms: KmsDouble;
let key: KmsDoubleKey;
let edwards: KmsDoubleKey;
let space: Workspace;
let env: KmsSpace['env'];
let ref: string;
let run: KmsSpace['run'];
let asked: KmsSpace['asked'];
beforeAll(async () => {
  bench = await openKmsSpace();
  ({ kms, key, edwards, space, env, ref, run, asked } = bench);
});
afterEach(() => {
  bench.reset();
});
afterAll(() => bench.close());

describe('cardctl sign with a key in AWS KMS', () => {
  it('ends with 0, and verify trusts the card by the key set of keys jwks', async () => {
    const published = await run('keys', 'jwks', ref, '--out', 'jwks.json');
    expect(published).toEqual({ code: 0, stdout: '', stderr: '' });
    const signed = await run(
      'sign',
      'card.json',
      '--key',
      ref,
      '--expires-in',
      '90d',
      '--out',
      'signed.json',
    );
    expect(signed).toMatchObject({ code: 0, stdout: '' });
    expect(signed.stderr).toMatch(/^signed: ES256 by [\w-]{43}, expires \S+\n$/);
    const [entry, ...others] = parseSigned(space.read('signed.json')).signatures;
    expect(others).toEqual([]);
    expect(readHeader(entry)).toMatchObject({ alg: 'ES256' });
    const verified = await space.run('verify', 'signed.json', '--jwks', 'jwks.json');
    expect(verified.code, verified.stdout + verified.stderr).toBe(0);
  });

  it('asks for the public key once, and signs by the ARN', async () => {
    await run('sign', 'card.json', '--key', ref);
    expect(asked()).toEqual(['GetPublicKey alias/card', `Sign ${key.arn}`]);
  });

  it.each([
    ['the id', () => key.keyId],
    ['the ARN', () => key.arn],
    ['an alias', () => 'alias/card'],
    ['an alias with a slash', () => 'alias/team/card'],
    ['the ARN of an alias', () => key.arn.replace(/key\/.*/, 'alias/team/card')],
  ])('takes %s', async (_, toName) => {
    const { code, stderr } = await run('sign', 'card.json', '--key', toKmsRef(kms, toName()));
    expect(code, stderr).toBe(0);
  });

  it('takes a bare ARN, at the endpoint that the environment names', async () => {
    const { code, stderr } = await space.run('sign', 'card.json', '--key', key.arn, {
      env: { ...env, AWS_ENDPOINT_URL_KMS: kms.endpoint },
    });
    expect(code, stderr).toBe(0);
    expect(asked()).toEqual([`GetPublicKey ${key.arn}`, `Sign ${key.arn}`]);
  });

  it.each([['alias/card'], ['1234abcd-12ab-34cd-56ef-1234567890ab']])(
    'ends with 7 where nothing says the region of %s, and says which variable does',
    async (name) => {
      const { code, stdout, stderr } = await run('sign', 'card.json', '--key', `awskms:///${name}`);
      expect({ code, stdout }).toEqual({ code: 7, stdout: '' });
      expect(stderr).toBe(
        `error: nothing says in which region the key "awskms:///${name}" is\n  next: set AWS_REGION, add ?region=REGION to the key ref, or give the ARN of the key\n`,
      );
    },
  );

  it('names a conflict of regions, and signs in that of the ARN', async () => {
    const named = toKmsRef(kms, key.arn);
    const { code, stderr } = await space.run('sign', 'card.json', '--key', named, {
      env: { ...env, AWS_REGION: 'us-east-1' },
    });
    expect(code).toBe(0);
    expect(stderr).toContain(
      `note: the key ref "${named}" is in eu-central-1; the region in AWS_REGION is another one and is not used for it\n`,
    );
    const both = await run('sign', 'card.json', '--key', `${named}?region=us-east-1`);
    expect(both.code).toBe(2);
    expect(both.stderr).toContain('names two regions: eu-central-1 in the ARN, and us-east-1 behind it');
  });

  it('ends with 2 for an alias with --require-arn, and takes an ARN', async () => {
    const { code, stderr } = await run('sign', 'card.json', '--key', ref, '--require-arn');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: the key ref "\S+" is no ARN of a key\n {2}next: give the ARN /);
    expect(kms.requests).toEqual([]);
    expect((await run('sign', 'card.json', '--key', toKmsRef(kms, key.arn), '--require-arn')).code).toBe(0);
  });

  it('ends with 2 for an algorithm that the key does not have, before Sign is asked for', async () => {
    const { code, stderr } = await run('sign', 'card.json', '--key', ref, '--alg', 'ES384');
    expect(code).toBe(2);
    expect(stderr).toContain(`the key ${ref} cannot sign with ES384\n  next: it signs with ES256`);
    expect(asked()).toEqual(['GetPublicKey alias/card']);
  });

  it('ends with 7 for a card too large for an Ed25519 key, which an EC key signs', async () => {
    space.write('large.json', createLargeCard(6_000));
    const { code, stderr } = await run('sign', 'large.json', '--key', toKmsRef(kms, edwards.arn));
    expect(code).toBe(7);
    expect(stderr).toMatch(
      /^error: the signing input is \d+ bytes; AWS KMS signs 4096 at most with .*\n {2}next: make the card smaller, or sign with an EC or RSA key/,
    );
    expect(asked()).toEqual([`GetPublicKey ${edwards.arn}`]);
    expect((await run('sign', 'large.json', '--key', ref)).code).toBe(0);
  });
});

describe('AWS KMS', () => {
  it('is asked for nothing but the public key and signatures', () => {
    expect([...bench.operations].sort()).toEqual(['GetPublicKey', 'Sign']);
  });
});
