/** Knows what `keys doctor` looks at of a key in AWS KMS: its state, usage and spec, and what these credentials may do. */
import type { KeyMetadata } from '@aws-sdk/client-kms';
import { CardctlError } from '../../../errors.js';
import { getAlgorithm, type AlgorithmName } from '../../algorithms.js';
import type { KeyRef } from '../../key-ref.js';
import type { Symptom } from '../../symptom.js';
import type { KeyExamination, ProviderContext } from '../provider.js';
import { algorithmsOfSpec, awsAlgorithms } from './key-specs.js';
import { connectKms, type Kms } from './kms.js';
import { parseAwsKeyName, type AwsKeyName } from './name.js';
import { requestPublicKey, showWord, type AwsPublicKey } from './public-key.js';
import { toMessageType } from './sign.js';
import { toKmsSigner } from './signer.js';

/**
 * Looks at all of it, whatever is wrong first, until there is nothing more to ask: what ends the connection is the last
 * symptom. Throws where there is none to begin with: no region, no credentials.
 */
export async function examineKmsKey(ref: KeyRef, context: ProviderContext): Promise<KeyExamination> {
  const name = parseAwsKeyName(ref);
  const kms = await connectKms(ref, name, context);
  const symptoms: Symptom[] = [examineName(name, kms, context)];
  let key: AwsPublicKey | undefined;
  let failure: CardctlError | undefined;
  try {
    const described = await describeKey(kms, name, symptoms);
    key = await openKey(kms, { name, ref, symptoms });
    if (key !== undefined && described !== undefined) symptoms.push(...compareKeys(key, described));
    await trySigning(kms, { name, key, spec: described?.KeySpec, symptoms });
  } catch (error) {
    if (error instanceof CardctlError) {
      failure = error;
      symptoms.push(toSymptom(error, 'AWS KMS', 'bad'));
    } else if (!(error instanceof Told)) {
      kms.close();
      throw error;
    }
  }
  const signer = key === undefined ? undefined : toKmsSigner(ref, kms, key);
  if (signer === undefined) kms.close();
  return { signer, symptoms, ...(failure === undefined ? {} : { failure }) };
}

function examineName({ kind }: AwsKeyName, { region }: Kms, { requireArn }: ProviderContext): Symptom {
  const subject = 'name';
  if (kind === 'alias' || (requireArn === true && kind === 'id')) {
    return {
      level: requireArn === true ? 'bad' : 'doubtful',
      subject,
      text:
        kind === 'alias'
          ? `an alias, in ${region}: whoever may change it can have another key sign`
          : `an id, in ${region}, and no ARN`,
      hint: 'name the key by its ARN where it matters, and sign with --require-arn',
    };
  }
  return { level: 'good', subject, text: `names the key itself, in ${region}` };
}

/** Where these credentials may know it. */
async function describeKey(
  kms: Kms,
  { keyId }: AwsKeyName,
  symptoms: Symptom[],
): Promise<KeyMetadata | undefined> {
  try {
    const { KeyMetadata: metadata } = await kms.request('DescribeKey', { KeyId: keyId });
    if (metadata === undefined) {
      symptoms.push({
        level: 'bad',
        subject: 'state',
        text: 'AWS KMS does not describe it',
        hint: 'check the endpoint',
      });
      return undefined;
    }
    symptoms.push(examineState(metadata), examineUsage(metadata));
    return metadata;
  } catch (error) {
    assertOfKey(error);
    symptoms.push(toSymptom(error, 'kms:DescribeKey', 'doubtful'));
    return undefined;
  }
}

function examineState({ KeyState: state, DeletionDate: deletion }: KeyMetadata): Symptom {
  const subject = 'state';
  switch (state) {
    case 'Enabled':
      return { level: 'good', subject, text: 'enabled' };
    case 'Disabled':
      return { level: 'bad', subject, text: 'disabled', hint: 'enable it with `aws kms enable-key`' };
    case 'PendingDeletion':
    case 'PendingReplicaDeletion': {
      const when =
        deletion instanceof Date && !Number.isNaN(deletion.getTime()) ? `, on ${deletion.toISOString()}` : '';
      return {
        level: 'bad',
        subject,
        text: `pending deletion${when}`,
        hint: 'if that is a mistake, `aws kms cancel-key-deletion` and then `aws kms enable-key` bring it back',
      };
    }
    default:
      return {
        level: 'bad',
        subject,
        text: `${showWord(state)}, in which it does not sign`,
        hint: 'wait until it is enabled, or finish importing it',
      };
  }
}

function examineUsage({ KeyUsage: usage, KeySpec: spec, MultiRegion: isMulti }: KeyMetadata): Symptom {
  const text = `${showWord(spec)}, ${showWord(usage)}${isMulti === true ? ', multi-Region' : ''}`;
  const isRight = usage === 'SIGN_VERIFY';
  return {
    level: isRight ? 'good' : 'bad',
    subject: 'usage',
    text,
    ...(isRight ? {} : { hint: 'make a key that signs: `cardctl keys create awskms:///alias/NAME`' }),
  };
}

/** Between two requests an alias can be pointed elsewhere. */
function compareKeys(
  { arn, spec }: AwsPublicKey,
  { Arn: described, KeySpec: describedSpec }: KeyMetadata,
): Symptom[] {
  if (described === arn && describedSpec === spec) return [];
  const text = 'what AWS KMS describes is not the key whose public half it gives';
  return [{ level: 'bad', subject: 'name', text, hint: 'ask again, by the ARN of the key' }];
}

type Opening = { readonly name: AwsKeyName; readonly ref: KeyRef; readonly symptoms: Symptom[] };

async function openKey(kms: Kms, { name, ref, symptoms }: Opening): Promise<AwsPublicKey | undefined> {
  const subject = 'kms:GetPublicKey';
  try {
    const key = await requestPublicKey(kms, name, ref.text);
    symptoms.push({ level: 'good', subject, text: `allowed; the key is ${key.arn}` });
    return key;
  } catch (error) {
    assertOfKey(error);
    symptoms.push(toSymptom(error, subject, 'bad'));
    // What is wrong with the key itself would be said again by each request.
    if (error.code !== 'access-denied') throw new Told();
    return undefined;
  }
}

type Signing = {
  readonly name: AwsKeyName;
  readonly key: AwsPublicKey | undefined;
  readonly spec: string | undefined;
  readonly symptoms: Symptom[];
};

/** A dry run makes no signature: where it would be allowed, AWS KMS says so by an error of that name. */
async function trySigning(kms: Kms, { name, key, spec = '', symptoms }: Signing): Promise<void> {
  const subject = 'kms:Sign';
  const algorithms = key?.algorithms ?? algorithmsOfSpec(spec);
  let first: Symptom | undefined;
  for (const algorithm of algorithms) {
    const symptom = await tryAlgorithm(kms, key?.arn ?? name.keyId, algorithm);
    first ??= symptom;
    // A policy may allow one algorithm of several.
    if (symptom.level === 'bad') continue;
    symptoms.push(symptom);
    return;
  }
  symptoms.push(
    first ?? {
      level: 'doubtful',
      subject,
      text: 'not tried, for nothing says what kind of key it is',
      hint: 'allow kms:GetPublicKey first',
    },
  );
}

async function tryAlgorithm(kms: Kms, keyId: string, algorithm: AlgorithmName): Promise<Symptom> {
  const subject = 'kms:Sign';
  try {
    await kms.request('Sign', { KeyId: keyId, ...toProbe(algorithm), DryRun: true });
    const text =
      'allowed, but the endpoint knows no dry run and made a signature over zeros: it is no AWS KMS';
    return { level: 'doubtful', subject, text, hint: 'check the endpoint' };
  } catch (error) {
    assertOfKey(error);
    return isDryRun(error)
      ? { level: 'good', subject, text: `allowed with ${algorithm}` }
      : toSymptom(error, subject, 'bad');
  }
}

/** As `sign` asks, with zeros in the place of the message: a policy can hold against its type. */
function toProbe(name: AlgorithmName) {
  const algorithm = getAlgorithm(name);
  const type = toMessageType(algorithm);
  const bytes = { DIGEST: Number(algorithm.hash?.slice(4)) / 8, EXTERNAL_MU: 64, RAW: 32 }[type];
  return { SigningAlgorithm: awsAlgorithms[name].signing, MessageType: type, Message: new Uint8Array(bytes) };
}

function isDryRun({ cause }: CardctlError): boolean {
  return cause instanceof Error && cause.message.startsWith('DryRunOperation');
}

/** That all there was to say of the key has been said. */
class Told extends Error {
  override readonly name = 'Told';
}

/** Lets through what cuts everything off, which is no symptom of the key. */
function assertOfKey(error: unknown): asserts error is CardctlError {
  if (!(error instanceof CardctlError) || cutting.includes(error.code)) throw error;
}

function toSymptom({ message, hint }: CardctlError, subject: string, level: 'doubtful' | 'bad'): Symptom {
  return { level, subject, text: message, ...(hint === undefined ? {} : { hint }) };
}

const cutting: readonly string[] = [
  'credentials-missing',
  'credentials-expired',
  'credentials-refused',
  'clock-skew',
  'region-wrong',
  'provider-unreachable',
  'provider-timeout',
  'provider-throttled',
];
