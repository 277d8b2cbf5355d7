/** Knows how a denial of AWS is told: which permission is missing, and what stands against it. */
import { describe, expect, it } from 'vitest';
import { parseKeyRef } from '../../../../src/keys/key-ref.js';
import { connectKms } from '../../../../src/keys/providers/awskms/kms.js';
import { parseAwsKeyName } from '../../../../src/keys/providers/awskms/name.js';
import { failureOf, messageOf } from '../../../support/failure.js';
import { openAtDouble, toAwsEnvironment, toKmsRef } from '../../../support/kms-double/reach.js';
import type { Fault, KmsDouble, KmsDoubleKey } from '../../../support/kms-double/types.js';
import { useKmsDouble } from '../../../support/kms-double/use.js';

const place = 'eu-central-1';

let kms: KmsDouble;
let key: KmsDoubleKey;
let ref: string;
useKmsDouble((started) => {
  kms = started;
  key = kms.addKey({ spec: 'ECC_NIST_P256', aliases: ['card'] });
  ref = toKmsRef(kms, 'alias/card');
});

function denied(message?: string): Fault {
  return { kind: 'error', type: 'AccessDeniedException', ...(message === undefined ? {} : { message }) };
}

describe('access that is denied', () => {
  const user = 'User: arn:aws:iam::111122223333:user/signer is not authorized to perform: kms:GetPublicKey';
  const reasons = [
    [
      `${user} because no identity-based policy allows the kms:GetPublicKey action`,
      ': no identity-based policy allows it',
    ],
    [`${user} with an explicit deny in an identity-based policy`, ': an identity-based policy denies it'],
    [
      `${user} because no resource-based policy allows the kms:GetPublicKey action`,
      ': no resource-based policy allows it',
    ],
    [`${user} with an explicit deny in a resource-based policy`, ': a resource-based policy denies it'],
    [`${user} with an explicit deny in a service control policy`, ': a service control policy denies it'],
    [`${user} because no session policy allows the kms:GetPublicKey action`, ': no session policy allows it'],
    [`${user} with an explicit deny in a permissions boundary`, ': a permissions boundary denies it'],
    [`${user} because no permissions boundary allows the action`, ': no permissions boundary allows it'],
    [`${user} because no VPC endpoint policy allows the action`, ': no VPC endpoint policy allows it'],
    [
      `${user} on this resource because the resource does not exist in this Region, no resource-based policies allow access, or a resource-based policy explicitly denies access`,
      ': it is not there, or its key policy does not allow it',
    ],
    [user, ''],
  ] as const;

  it.each(reasons)('is told with its reason: %s', async (words, due) => {
    kms.fail('*', denied(words));
    const failure = await failureOf(openAtDouble(kms, 'alias/card'));
    expect(failure.code).toBe('access-denied');
    expect(messageOf(failure)).toBe(
      `these credentials may not kms:GetPublicKey with ${ref} in ${place}${due}`,
    );
  });

  it.each(['GetPublicKey', 'DescribeKey', 'Sign', 'CreateAlias'] as const)(
    'names the permission that is missing: kms:%s',
    async (operation) => {
      const user = 'arn:aws:iam::111122223333:user/signer';
      kms.fail(operation, denied(`User: ${user} is not authorized to perform: kms:${operation}`));
      const parsed = parseKeyRef(ref);
      const client = await connectKms(parsed, parseAwsKeyName(parsed), { env: toAwsEnvironment(kms) });
      const input = { KeyId: key.arn, AliasName: 'alias/x', TargetKeyId: key.keyId } as never;
      const failure = await failureOf(client.request(operation, input));
      client.close();
      expect(failure.code).toBe('access-denied');
      expect(failure.message).toContain(`may not kms:${operation} with ${ref}`);
      expect(failure.hint).toContain(`allow kms:${operation} on the key`);
    },
  );

  it('names the permission of the request where the words name none that can be shown', async () => {
    for (const words of [
      'no',
      'not authorized to perform: <b>',
      `not authorized to perform: ${'x'.repeat(99)}`,
    ]) {
      kms.fail('GetPublicKey', denied(words));
      const { message, hint } = await failureOf(openAtDouble(kms, 'alias/card'));
      expect(message).toContain(`may not kms:GetPublicKey with ${ref}`);
      expect(hint).toContain('allow kms:GetPublicKey on the key');
    }
  });

  it('is told of Sign when the key is asked to sign', async () => {
    const signer = await openAtDouble(kms, 'alias/card');
    kms.fail('Sign', denied('no'));
    const failure = await failureOf(signer.sign('ES256', Buffer.from('x')));
    await signer.close?.();
    expect(failure).toMatchObject({ code: 'access-denied', kind: 'provider' });
    expect(failure.message).toContain('may not kms:Sign with ');
  });
});
