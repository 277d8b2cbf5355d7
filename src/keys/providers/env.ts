/** Knows keys held in an environment variable: `env:NAME`, the text of a PEM or a JWK. */
import { CardctlError } from '../../errors.js';
import { defaultPassphraseVariable, isVariableName, readVariable } from './passphrase.js';
import { toSigner } from './private-key.js';
import type { KeyProvider } from './provider.js';

export const envProvider: KeyProvider = {
  openSigner: async (ref, { env }) => {
    assertVariable(ref.target);
    const text = readVariable(env, ref.target);
    if (text === undefined || text.trim() === '') {
      const state = text === undefined ? 'not set' : 'empty';
      throw new CardctlError('key-not-found', `the environment variable ${ref.target} is ${state}`, {
        hint: `set ${ref.target} to the text of the private key (PEM or JWK), as a CI secret does`,
      });
    }
    const signer = toSigner({
      ref: ref.text,
      // Where secrets cannot hold line breaks, they are often written as \n or \r\n.
      bytes: new TextEncoder().encode(
        text.startsWith('{') ? text : text.replaceAll('\\r', '').replaceAll('\\n', '\n'),
      ),
      passphrase: readVariable(env, defaultPassphraseVariable),
      passphraseVariable: defaultPassphraseVariable,
    });
    return Promise.resolve(signer);
  },
};

/** What is given in place of a name may be the secret itself, so it is not repeated. */
function assertVariable(name: string): void {
  if (isVariableName(name)) return;
  throw new CardctlError('key-ref-invalid', 'the key ref env: names no environment variable', {
    hint: 'give the name of a variable that holds the key: env:AGENT_KEY',
  });
}
