/** Knows which PKCS#11 URIs are read, and what is said of the others: RFC 7512, section 2.3. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSigner } from '../../../../src/index.js';
import { parsePkcs11Uri } from '../../../../src/keys/providers/pkcs11/uri.js';
import { showAttributes } from '../../../../src/keys/providers/pkcs11/seen.js';

const failure = (target: string) => {
  try {
    parsePkcs11Uri(target);
  } catch (error) {
    return error;
  }
  return undefined;
};

const messageOf = (target: string): string => {
  const error = failure(target);
  return error instanceof Error ? error.message : '';
};

describe('a PKCS#11 URI', () => {
  it('names a key by label, on a token by its label and maker', () => {
    expect(parsePkcs11Uri('token=Software%20PKCS%2311%20softtoken;manufacturer=Snake%20Oil,%20Inc.')).toEqual(
      {
        texts: { token: 'Software PKCS#11 softtoken', manufacturer: 'Snake Oil, Inc.' },
      },
    );
  });

  it('names a key by id, which is bytes', () => {
    expect(parsePkcs11Uri('id=%69%95%3E%5C%F4%BD%EC%91;type=private')).toEqual({
      texts: {},
      id: Uint8Array.of(0x69, 0x95, 0x3e, 0x5c, 0xf4, 0xbd, 0xec, 0x91),
    });
  });

  it('names slot, library and module, and where the PIN is', () => {
    const target =
      'slot-id=327;slot-description=Slot%201;library-description=Soft%20Library;library-version=2.11;object=my-key' +
      '?module-name=snakeoil&module-path=/mnt/libs&pin-source=file:/etc/token_pin';
    expect(parsePkcs11Uri(target)).toEqual({
      texts: { 'slot-description': 'Slot 1', 'library-description': 'Soft Library' },
      slotId: 327n,
      libraryVersion: { major: 2, minor: 11 },
      object: 'my-key',
      moduleName: 'snakeoil',
      modulePath: '/mnt/libs',
      pinSource: 'file:/etc/token_pin',
    });
  });

  it('takes the minor version for 0 where it is left out', () => {
    expect(parsePkcs11Uri('library-version=3')).toMatchObject({ libraryVersion: { major: 3, minor: 0 } });
  });

  it('has text in UTF-8, and everything else that is special escaped', () => {
    expect(parsePkcs11Uri('object=%C3%84rger%3B%3F%2F%25')).toMatchObject({ object: 'Ärger;?/%' });
    expect(parsePkcs11Uri("object=a:[]@!$'()*+,=&~b")).toMatchObject({ object: "a:[]@!$'()*+,=&~b" });
  });

  it('may have no attribute in its path', () => {
    expect(parsePkcs11Uri('?pin-source=env:PIN')).toEqual({ texts: {}, pinSource: 'env:PIN' });
  });

  it.each([
    ['object=a;object=b', 'has object twice'],
    ['object=a?pin-source=env:A&pin-source=env:B', 'has pin-source twice'],
    ['object=', 'has an empty object'],
    ['token=a;', 'has a part without name and "=" in its path'],
    ['token', 'has a part without name and "=" in its path'],
    ['token=a?', 'has a part without name and "=" in its query'],
    ['token=a b', 'has a character in token that must be escaped'],
    ['token=a/b', 'has a character in token that must be escaped'],
    ['token=ä', 'has a character in token that must be escaped'],
    ['token=%4', 'has a character in token that must be escaped'],
    ['token=a#b', 'has a character in token that must be escaped'],
    ['token=a?module-path=/a&module-name=b;c', 'has a character in module-name that must be escaped'],
    ['token=%FF', 'has token that is not UTF-8'],
    ['type=cert', 'has a type other than private'],
    ['type=public', 'has a type other than private'],
    ['slot-id=0x1', 'has slot-id that is no decimal number'],
    ['library-version=1.2.3', 'has library-version that is no version'],
    ['Token=a', 'has an unknown attribute "Token"'],
    ['label=a', 'has an unknown attribute "label"'],
    ['x-vendor=a', 'has a vendor attribute "x-vendor"'],
    ['token=a?x-vendor=a', 'has a vendor attribute "x-vendor"'],
    ['object1=a', 'has an unknown attribute'],
    ['module-path=/a', 'has module-path in its path'],
    ['token=a?object=b', 'has object in its query'],
  ])('is refused: %s', (target, reason) => {
    expect(failure(target)).toMatchObject({ code: 'key-ref-invalid', message: `the PKCS#11 URI ${reason}` });
  });

  it.each([
    'token=a?pin-value=1234',
    'pin-value=1234',
    'token=a?pin-source=env:A&pin-value=1234',
    '?pin-value=1234',
  ])('has no PIN in it, and one that has is not repeated: %s', async (target) => {
    for (const scheme of ['pkcs11', 'PKCS11', 'pkcs12']) {
      const error = await openSigner(`${scheme}:${target}`, { env: {} }).catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        code: 'key-ref-invalid',
        message: expect.stringContaining('pin-value') as string,
      });
      expect(`${String(error)} ${(error as { hint: string }).hint}`).not.toContain('1234');
    }
    expect(messageOf(target)).toMatch(/pin-value; a PIN is not taken from the arguments$/);
  });

  it('never has a value of an attribute in a message', () => {
    const attribute = fc.tuple(
      fc.constantFrom('token', 'object', 'id', 'pin-source', 'pin-valu', 'pin_value', 'slot-id', 'type', ''),
      fc.constantFrom('=', '', '?', '&', '=='),
    );
    fc.assert(
      fc.property(
        fc.array(attribute, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(';', '?', '&'),
        (parts, glue) => {
          const target = parts.map(([name, mark]) => `${name}${mark}s3cr3t 1234`).join(glue);
          expect(messageOf(target)).not.toContain('s3cr3t');
        },
      ),
    );
  });

  it('is what a thing on a token is shown as, whatever its label is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), (label) => {
        fc.pre(label.isWellFormed() && new TextEncoder().encode(label).length <= 64);
        const shown = showAttributes({ object: label });
        expect(shown).toMatch(/^[!-~]+$/);
        expect(parsePkcs11Uri(shown)).toEqual({ texts: {}, object: label });
      }),
    );
  });
});
