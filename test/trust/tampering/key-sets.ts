/** Knows what can be done to the key set that a card is verified with, member by member and key by key. */
import { algorithmNames } from '../../../src/index.js';
import { respellBase64url } from './entries.js';
import { createTestKey, type TestKey } from './foreign-signer.js';
import { nudge, type Random } from './random.js';

type Jwk = Readonly<Record<string, unknown>>;

export type TamperedKeySet = {
  readonly keys: readonly unknown[];
  /** Whether no card may be trusted with it; otherwise only for the same content. */
  readonly isUseless: boolean;
};

/** Every member of every key of the set: changed, removed, respelled, exchanged; and keys beside them. */
export function* tamperKeySet(keys: readonly TestKey[], random: Random): Generator<TamperedKeySet> {
  for (const [index, { jwk }] of keys.entries()) {
    for (const { isUseless, key } of tamperKey(jwk, random))
      yield { isUseless, keys: keys.map((other, at) => (at === index ? key : other.jwk)) };
  }
  yield* exchangeKeys(keys);
}

type TamperedKey = { readonly isUseless: boolean; readonly key: unknown };

function* tamperKey(jwk: Jwk, random: Random): Generator<TamperedKey> {
  for (const name of Object.keys(jwk)) {
    const { [name]: value, ...rest } = jwk;
    const isMaterial = ['x', 'y', 'n', 'e', 'kty', 'crv'].includes(name);
    yield { isUseless: isMaterial, key: rest };
    for (const other of [null, '', 0, true, [], {}, [value], { value }, 'x'])
      yield { isUseless: true, key: { ...jwk, [name]: other } };
    if (typeof value !== 'string') continue;
    for (let round = 0; round < 8; round++)
      yield { isUseless: true, key: { ...jwk, [name]: nudge(value, random) } };
    for (const other of isMaterial ? respellBase64url(value) : [`${value} `, value.toLowerCase()])
      yield { isUseless: other !== value, key: { ...jwk, [name]: other } };
  }
  yield* limitKey(jwk);
  for (const key of [null, 'x', [], [jwk], {}, { keys: [jwk] }, { ...jwk, d: 'AAAA' }, { ...jwk, k: 'AAAA' }])
    yield { isUseless: true, key };
}

/** Limits (RFC 7517 4.2 to 4.4) that shut the key out, and members that mean nothing. */
function* limitKey(jwk: Jwk): Generator<TamperedKey> {
  for (const alg of [...algorithmNames, 'none', 'HS256', 'RSA-OAEP', 'ECDH-ES']) {
    const isEdwards = [alg, jwk['alg']].every((name) => name === 'EdDSA' || name === 'Ed25519');
    yield { isUseless: alg !== jwk['alg'] && !isEdwards, key: { ...jwk, alg } };
  }
  for (const use of ['enc', 'SIG', 'sign']) yield { isUseless: true, key: { ...jwk, use } };
  for (const key_ops of [['sign'], [], ['encrypt'], ['VERIFY'], 'verify', [null, 'verify'], { verify: true }])
    yield { isUseless: true, key: { ...jwk, key_ops } };
  for (const kty of ['EC', 'RSA', 'OKP', 'oct', 'AKP', 'ec'])
    yield { isUseless: kty !== jwk['kty'], key: { ...jwk, kty } };
  for (const crv of ['P-256', 'P-384', 'P-521', 'secp256k1', 'Ed25519', 'Ed448', 'X25519'])
    yield { isUseless: jwk['kty'] !== 'RSA' && crv !== jwk['crv'], key: { ...jwk, crv } };
  for (const e of ['AQ', 'Ag', 'Aw', 'AQAA', 'AAEAAQ', 'AQABAQAB'])
    yield { isUseless: jwk['kty'] === 'RSA', key: { ...jwk, e } };
  yield { isUseless: false, key: { ...jwk, x5c: ['AAAA'], ['__proto__']: null, note: 'x' } };
}

function* exchangeKeys(keys: readonly TestKey[]): Generator<TamperedKeySet> {
  const set = keys.map(({ jwk }) => jwk);
  yield { isUseless: true, keys: [] };
  for (const [index, key] of keys.entries()) {
    const attacker = createTestKey(key.alg === 'ES256' ? 'ES256' : 'EdDSA', key.kid).jwk;
    const others = Array.from({ length: 4 }, () => createTestKey('EdDSA', key.kid).jwk);
    yield { isUseless: true, keys: set.toSpliced(index, 1) };
    yield { isUseless: true, keys: set.toSpliced(index, 1, attacker) };
    yield { isUseless: false, keys: [...set, attacker] };
    yield { isUseless: false, keys: [attacker, ...set] };
    yield {
      isUseless: false,
      keys: [{ ...attacker, kid: undefined }, ...set, { ...attacker, kid: 'other' }],
    };
    yield { isUseless: false, keys: [...set, key.jwk, { ...key.jwk, kid: 'again' }, null] };
    yield { isUseless: true, keys: [...set, ...others] };
  }
  const [first, second] = set;
  if (first === undefined || second === undefined) return;
  yield { isUseless: false, keys: [second, first] };
  yield {
    isUseless: true,
    keys: [
      { ...first, kid: second['kid'] },
      { ...second, kid: first['kid'] },
    ],
  };
  yield { isUseless: true, keys: [first, { ...first, kid: second['kid'] }] };
}
