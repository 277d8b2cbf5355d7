/** Knows the requests that cardctl makes to AWS KMS, and no others. */
import type * as Sdk from '@aws-sdk/client-kms';

/** The requests that cardctl makes. The permission for each is `kms:` and its name. */
export type Operations = {
  GetPublicKey: { input: Sdk.GetPublicKeyCommandInput; output: Sdk.GetPublicKeyCommandOutput };
  DescribeKey: { input: Sdk.DescribeKeyCommandInput; output: Sdk.DescribeKeyCommandOutput };
  Sign: { input: Sdk.SignCommandInput; output: Sdk.SignCommandOutput };
  CreateKey: { input: Sdk.CreateKeyCommandInput; output: Sdk.CreateKeyCommandOutput };
  CreateAlias: { input: Sdk.CreateAliasCommandInput; output: Sdk.CreateAliasCommandOutput };
};

export type OperationName = keyof Operations;
