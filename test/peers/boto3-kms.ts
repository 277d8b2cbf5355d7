/** Knows how to ask boto3, Amazon's client for Python, what a KMS answers. */
import { startPython } from './python.js';

/** What boto3 made of an answer; blobs are base64, times are seconds. `modelled`: it has a class for the exception. */
export type Boto3Answer =
  | { output: Record<string, unknown> }
  | { code: string; message: string; status: number; modelled: boolean; hasRequestId: boolean };

export type Boto3Kms = {
  /** The name of the operation as Python has it, such as `get_public_key`. */
  call: (operation: string, input: Record<string, unknown>) => Promise<Boto3Answer>;
  /** Ends the process; waits until it is gone. */
  close: () => Promise<void>;
};

type Place = {
  endpoint: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
};

/** Starts one process, which answers until `close`. */
export async function startBoto3Kms({ endpoint, region, credentials }: Place): Promise<Boto3Kms> {
  const { accessKeyId, secretAccessKey } = credentials;
  const { ask, close } = await startPython('boto3_kms', endpoint, region, accessKeyId, secretAccessKey);
  return { call: (operation, input) => ask({ operation, input }) as Promise<Boto3Answer>, close };
}
