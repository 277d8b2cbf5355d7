/** The library: everything the command line does, as functions on bytes and plain values. */
export { createKey, examineKey, explainCard, openSigner, readKeySet, signCard, verifyCard } from './node.js';
export type { ExplainOptions, SignOptions, VerifyOptions } from './node.js';
export { CardctlError, type ErrorCode, type ErrorKind } from './errors.js';
export { findingKinds, type Finding, type FindingCode, type Severity } from './findings.js';
export { JsonError } from './json/error.js';
export { readJson, type JsonDocument } from './json/read.js';
export { isObject, type JsonArray, type JsonObject, type JsonValue } from './json/value.js';
export { checkCard, checkCardDocument } from './card/check.js';
export { detectShape, type CardShape } from './card/shape.js';
export { describeCard, type CardDescription } from './card/describe.js';
export { inspectEntry, type EntryInspection } from './signature/inspect-entry.js';
export type { SigningContent } from './card/signable.js';
export { InvalidCardError } from './card/signable.js';
export { checkCardAndForms, checkDocumentAndForms } from './canonical/form-findings.js';
export { NotPortableError } from './canonical/not-portable.js';
export { canonicalizeCard, formNames } from './canonical/index.js';
export { FormError } from './canonical/form.js';
export { algorithmNames, findAlgorithm, type Algorithm, type AlgorithmName } from './keys/algorithms.js';
export type { CryptoPort, ImportedKey, VerifyRequest } from './keys/crypto.js';
export { nodeCrypto } from './keys/node-crypto.js';
export { nodeProber } from './keys/node-prober.js';
export type { Hash, Method, Probe, ProbeKey, Prober } from './keys/prober.js';
export { PrivateKeyError, type KeySet, type SkippedKey, type TrustedKey } from './keys/key-set.js';
export type { CreateKeyOptions, KeyExamination, ProviderContext, Remark } from './keys/providers/provider.js';
export { toJwks, toPublicEntry, type PublicKeyEntry } from './keys/jwks.js';
export type { PublicJwk } from './keys/public-jwk.js';
export type { Signer } from './keys/signer.js';
export type { Symptom } from './keys/symptom.js';
export { toThumbprint } from './keys/thumbprint.js';
export { readEntry, type ParsedEntry, type SignatureEntry } from './signature/entry.js';
export { outcomes, isRefusal, type Outcome, type Refusal, type Standing } from './signature/outcomes.js';
export { examineEntries, examineSigner, type ExamineOptions } from './signature/examine-signer.js';
export type { SignedCard } from './signature/sign-card.js';
export type { SignedEntry } from './signature/signed-entry.js';
export type { SignCardOptions } from './signature/signing-keys.js';
export { causes, type CauseCode, type Certainty } from './explain/causes.js';
export type { ExplainCardOptions } from './explain/explain-card.js';
export type { Cause, Difference, EntryExplanation, ExplainReport, Trial } from './explain/report.js';
export type { VerificationPolicy } from './trust/policy.js';
export type { EntryReport, VerificationReport, Verdict } from './trust/report.js';
export {
  toVerifiedCard,
  type VerificationResult,
  type VerifiedContent,
  type VerifyCardOptions,
} from './trust/verify-card.js';
