/** Knows how a new key is made in AWS KMS, with an alias that is no other key's. Nothing is ever disabled or deleted. */
import type { KeySpec } from '@aws-sdk/client-kms';
import { CardctlError } from '../../../errors.js';
import { getAlgorithm, type AlgorithmName } from '../../algorithms.js';
import type { KeyRef } from '../../key-ref.js';
import type { Signer } from '../../signer.js';
import type { CreateKeyOptions, ProviderContext } from '../provider.js';
import { generateMlDsaKey } from '../ml-dsa.js';
import { checkEndpoint } from './endpoint.js';
import { algorithmsOfSpec, awsAlgorithms } from './key-specs.js';
import { connectKms, type Kms } from './kms.js';
import type { Operations } from './operations.js';
import { isKeyArn, parseNewKeyName, type AwsKeyName } from './name.js';
import { requestPublicKey, type AwsPublicKey } from './public-key.js';
import { toKmsSigner } from './signer.js';

type Context = ProviderContext & CreateKeyOptions;

/** Who made it, for those who find the key in their account. */
const ownTag = { TagKey: 'created-by', TagValue: 'cardctl' };

/** Throws `key-exists` where the alias is taken; where it cannot be given, the error names the key that was made. */
export async function createKmsKey(ref: KeyRef, context: Context): Promise<Signer> {
  const name = parseNewKeyName(ref);
  const spec = chooseSpec(context);
  const algorithm = getAlgorithm(context.algorithm);
  // A key that cannot be verified with here would be made for nothing.
  if (algorithm.family === 'ml-dsa') generateMlDsaKey(algorithm);
  const kms = await connectKms(ref, name, context);
  try {
    if (name.keyId !== '') await assertFree(kms, name, ref);
    const arn = await createKey(kms, spec, context);
    if (name.keyId !== '') await nameKey(kms, name, arn);
    const key = await readNewKey(kms, arn, ref);
    if (!key.algorithms.includes(context.algorithm)) throw otherKey(arn, context.algorithm);
    return toKmsSigner(ref, kms, key);
  } catch (error) {
    kms.close();
    throw error;
  }
}

function otherKey(arn: string, algorithm: AlgorithmName): CardctlError {
  return new CardctlError(
    'provider-response',
    `the key ${arn} was made, but does not sign with ${algorithm}`,
    {
      hint: checkEndpoint,
    },
  );
}

function chooseSpec({ algorithm, spec }: Context): KeySpec {
  const usual = awsAlgorithms[algorithm].spec;
  if (spec === undefined) return usual;
  const algorithms: readonly AlgorithmName[] = algorithmsOfSpec(spec);
  if (algorithms.includes(algorithm)) return spec as KeySpec;
  throw new CardctlError('usage', `a key of the spec ${spec} does not sign with ${algorithm}`, {
    hint:
      algorithms.length === 0
        ? 'use ECC_NIST_P256, ECC_NIST_P384, ECC_NIST_P521, RSA_2048, RSA_3072, RSA_4096, ECC_NIST_EDWARDS25519 or ML_DSA_44, _65, _87'
        : `choose one of ${algorithms.join(', ')} with --alg`,
  });
}

async function assertFree(kms: Kms, { keyId }: AwsKeyName, { text }: KeyRef): Promise<void> {
  try {
    await kms.request('DescribeKey', { KeyId: keyId });
  } catch (error) {
    if (error instanceof CardctlError && error.code === 'key-not-found') return;
    throw error;
  }
  throw new CardctlError('key-exists', `${text} names a key already, and is not pointed at another`, {
    hint: 'choose another alias; `cardctl keys show` shows the key that is there',
  });
}

async function createKey(
  kms: Kms,
  spec: KeySpec,
  { description, multiRegion, tags = {} }: Context,
): Promise<string> {
  const answer = await askForKey(kms, {
    KeySpec: spec,
    KeyUsage: 'SIGN_VERIFY',
    Description: description ?? 'Signs A2A Agent Cards (cardctl)',
    MultiRegion: multiRegion === true,
    Tags: [ownTag, ...Object.entries(tags).map(([TagKey, TagValue]) => ({ TagKey, TagValue }))],
  });
  const arn = answer.KeyMetadata?.Arn;
  if (typeof arn === 'string' && isKeyArn(arn)) return arn;
  throw new CardctlError('provider-response', 'AWS KMS answered CreateKey without the ARN of a key', {
    hint: 'check the endpoint; `aws kms list-keys` shows whether a key was made',
  });
}

/** A request whose answer is lost may have made a key all the same, so it is not made again. */
async function askForKey(
  kms: Kms,
  input: Operations['CreateKey']['input'],
): Promise<Operations['CreateKey']['output']> {
  try {
    return await kms.request('CreateKey', input);
  } catch (error) {
    const isOpen =
      error instanceof CardctlError &&
      ['provider-timeout', 'provider-unreachable', 'provider-failed', 'provider-response'].includes(
        error.code,
      );
    if (!isOpen) throw error;
    throw new CardctlError(error.code, `${error.message}; a key may have been made all the same`, {
      hint: 'look for it before you try again: `aws kms list-keys`, and for the tag created-by=cardctl',
      cause: error,
    });
  }
}

async function nameKey(kms: Kms, { keyId: alias }: AwsKeyName, arn: string): Promise<void> {
  try {
    await untilKnown(() =>
      kms.request('CreateAlias', { AliasName: alias, TargetKeyId: arn.slice(arn.lastIndexOf('/') + 1) }),
    );
  } catch (error) {
    // A first attempt whose answer was lost may have given it.
    if (isTaken(error) && (await isOwn(kms, alias, arn))) return;
    throw tellMade(arn, 'but not its alias', {
      error,
      hint: `name it with \`aws kms create-alias --alias-name ${isTaken(error) ? 'alias/OTHER' : alias} --target-key-id ${arn}\`, or sign with its ARN`,
    });
  }
}

async function isOwn(kms: Kms, alias: string, arn: string): Promise<boolean> {
  try {
    const { KeyMetadata: metadata } = await kms.request('DescribeKey', { KeyId: alias });
    return metadata?.Arn === arn;
  } catch {
    // What is told of is the alias that was refused: it names the new key, which this error would not.
    return false;
  }
}

/** A new key is not known everywhere in the region at once (AWS KMS developer guide, eventual consistency). */
async function untilKnown<T>(request: () => Promise<T>, left = 5): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof CardctlError) || error.code !== 'key-not-found' || left === 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, 500));
    return untilKnown(request, left - 1);
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof CardctlError && error.code === 'key-exists';
}

/** A key that is there costs money, so it is named whatever went wrong after it was made. */
function tellMade(arn: string, but: string, { error, hint }: { error: unknown; hint?: string }): unknown {
  if (!(error instanceof CardctlError)) return error;
  const next = hint ?? error.hint;
  // The call was right, and something was done: it is no mistake in the call.
  const code = isTaken(error) ? 'provider-refused' : error.code;
  return new CardctlError(code, `the key ${arn} was made, ${but}: ${error.message}`, {
    ...(next === undefined ? {} : { hint: next }),
    cause: error,
  });
}

async function readNewKey(kms: Kms, arn: string, ref: KeyRef): Promise<AwsPublicKey> {
  const name: AwsKeyName = { keyId: arn, kind: 'arn', region: kms.region, endpoint: undefined };
  try {
    return await untilKnown(() => requestPublicKey(kms, name, ref.text));
  } catch (error) {
    throw tellMade(arn, 'but cannot be read', { error });
  }
}
