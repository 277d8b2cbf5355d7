/** Knows how SoftHSM2, a PKCS#11 token in software, and `pkcs11-tool` make tokens and keys to sign with. */
import { execFileSync, spawnSync } from 'node:child_process';
import type { KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What is there of all that the tests need. */
export type SoftHsm = { readonly modulePath: string };

const modulePaths = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib64/softhsm/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
];

/** The module and its tools, or what is missing. */
export function findSoftHsm(): { found: SoftHsm | undefined; why: string } {
  const modulePath = modulePaths.find((path) => existsSync(path));
  const tool = ['softhsm2-util', 'pkcs11-tool'].find(
    (name) => spawnSync(name, ['--help']).error !== undefined,
  );
  if (modulePath === undefined) return { found: undefined, why: 'Debian has it as softhsm2' };
  if (tool !== undefined)
    return { found: undefined, why: `no ${tool}; Debian has it in softhsm2 and opensc` };
  const hasPeer = existsSync(join(import.meta.dirname, '../../node_modules/pkcs11js/build'));
  return { found: hasPeer ? { modulePath } : undefined, why: 'run test/peers/setup-pkcs11.sh' };
}

export type KeySpec = {
  readonly label: string;
  /** CKA_ID in hexadecimal. */
  readonly id: string;
};

export type TokenSpec = { readonly label: string; readonly pin: string };

/** A store of tokens in a folder of its own. SoftHSM2 reads where it is when it is initialised. */
export type SoftHsmStore = {
  readonly modulePath: string;
  /** What a program needs in its environment to find this store. */
  readonly env: Readonly<Record<string, string>>;
  /** Points this process to the store, with some mechanisms switched off. */
  use(without?: readonly string[]): void;
  addToken(token: TokenSpec): void;
  /** A key pair made elsewhere, both halves. */
  importKey(token: TokenSpec, key: KeySpec, privateKey: KeyObject): void;
  /** A key pair made on the token; `type` as `EC:prime256v1`. */
  generateKey(token: TokenSpec, key: KeySpec, options: { type: string; more?: readonly string[] }): void;
  /** Runs `pkcs11-tool`, logged in, and gives what it prints. */
  tool(token: TokenSpec, ...args: readonly string[]): string;
  /** Sets a yes-or-no attribute of a private key, for which the tools have no option. */
  setFlag(token: TokenSpec, key: KeySpec, flag: { attribute: number; value: boolean }): void;
  remove(): void;
};

/** A new empty store. */
export function createStore({ modulePath }: SoftHsm): SoftHsmStore {
  const folder = mkdtempSync(join(tmpdir(), 'cardctl-softhsm-'));
  const configuration = join(folder, 'softhsm2.conf');
  const env = { SOFTHSM2_CONF: configuration };
  mkdirSync(join(folder, 'tokens'));
  const configure = (mechanisms: string) => {
    const lines = [`directories.tokendir = ${join(folder, 'tokens')}`, 'log.level = ERROR'];
    writeFileSync(configuration, [...lines, `slots.mechanisms = ${mechanisms}`, ''].join('\n'));
  };
  configure('ALL');
  const run = (program: string, args: readonly string[]) =>
    execFileSync(program, args, { env: { ...process.env, ...env }, stdio: 'pipe', encoding: 'utf8' });
  const tool: SoftHsmStore['tool'] = ({ label, pin }, ...args) =>
    run('pkcs11-tool', ['--module', modulePath, '--token-label', label, '--login', '--pin', pin, ...args]);
  return {
    modulePath,
    env,
    tool,
    use: (without = []) => {
      process.env['SOFTHSM2_CONF'] = configuration;
      // Version 2.6 overlooks the first of the list.
      configure(without.length === 0 ? 'ALL' : `-${['CKM_MD5', ...without].join(',')}`);
    },
    addToken: ({ label, pin }) => {
      run('softhsm2-util', [
        '--init-token',
        '--free',
        '--label',
        label,
        '--pin',
        pin,
        '--so-pin',
        `so-${pin}`,
      ]);
    },
    importKey: (token, { label, id }, privateKey) => {
      const path = join(folder, 'import.pem');
      writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
      const where = ['--token', token.label, '--pin', token.pin, '--label', label, '--id', id];
      run('softhsm2-util', ['--import', path, ...where]);
      rmSync(path);
    },
    generateKey: (token, { label, id }, { type, more = [] }) => {
      tool(token, '--keypairgen', '--key-type', type, '--label', label, '--id', id, ...more);
    },
    setFlag: (token, key, flag) => {
      setFlag(modulePath, token, { ...key, ...flag });
    },
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Pkcs11js = {
  readonly PKCS11: new () => {
    load(path: string): void;
    C_Initialize(): void;
    C_Finalize(): void;
    C_GetSlotList(tokenPresent: boolean): Buffer[];
    C_GetTokenInfo(slot: Buffer): { readonly label: string };
    C_OpenSession(slot: Buffer, flags: number): Buffer;
    C_Login(session: Buffer, user: number, pin: string): void;
    C_FindObjectsInit(session: Buffer, template: object[]): void;
    C_FindObjects(session: Buffer, count: number): Buffer[];
    C_SetAttributeValue(session: Buffer, object: Buffer, template: object[]): void;
  };
};

/** Only while nothing else in this process has the module initialised. */
function setFlag(
  modulePath: string,
  { label, pin }: TokenSpec,
  { id, attribute, value }: KeySpec & { attribute: number; value: boolean },
): void {
  const { PKCS11 } = createRequire(import.meta.url)('pkcs11js') as Pkcs11js;
  const cryptoki = new PKCS11();
  cryptoki.load(modulePath);
  cryptoki.C_Initialize();
  try {
    const slot = cryptoki
      .C_GetSlotList(true)
      .find((one) => cryptoki.C_GetTokenInfo(one).label.trimEnd() === label);
    if (slot === undefined) throw new Error(`no token ${label}`);
    // CKF_SERIAL_SESSION and CKF_RW_SESSION; CKU_USER; CKA_CLASS and CKO_PRIVATE_KEY, CKA_ID
    const session = cryptoki.C_OpenSession(slot, 6);
    cryptoki.C_Login(session, 1, pin);
    const template = [
      { type: 0, value: 3 },
      { type: 0x102, value: Buffer.from(id, 'hex') },
    ];
    cryptoki.C_FindObjectsInit(session, template);
    const [object] = cryptoki.C_FindObjects(session, 1);
    if (object === undefined) throw new Error(`no key ${id}`);
    cryptoki.C_SetAttributeValue(session, object, [{ type: attribute, value }]);
  } finally {
    cryptoki.C_Finalize();
  }
}
