/**
 * Knows how one release of the A2A SDK for JavaScript reads, signs and verifies a card: one JSON line each way.
 * Arguments: the folder that the release is in, and its version. Cards are JSON text in requests and answers.
 */
import process from 'node:process';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [folder, version] = process.argv.slice(2);
const load = (path) => import(new URL(path, pathToFileURL(`${folder}/`)).href);
const { AgentCard, canonicalizeAgentCard, generateAgentCardSignature, verifyAgentCardSignature } =
  await load('dist/index.js');
const { DefaultAgentCardResolver } = await load('dist/client/index.js');

// the SDK says there why it refuses an entry; standard output is for answers
console.debug = () => undefined;

/** Until 1.0.1 the SDK signed another text than it verified. */
const signsAsSupplied = version.startsWith('1.0.0');

/** What its own errors begin with; they have no class. */
const refusals = [
  'No signatures found on agent card',
  'No valid signatures found on agent card',
  'Failed to fetch Agent Card',
];

function read({ card, instance = false }) {
  const data = JSON.parse(card);
  return instance ? AgentCard.fromJSON(data) : data;
}

function toUnsigned({ signatures: _, ...card }) {
  return card;
}

/** What it verifies a signature against. */
function canonicalize(request) {
  const card = read(request);
  if (!signsAsSupplied) return canonicalizeAgentCard(card);
  return canonicalizeAgentCard(toUnsigned(AgentCard.toJSON(AgentCard.fromJSON(card))));
}

/** What it signs. */
function canonicalizeSigning(request) {
  const card = read(request);
  return canonicalizeAgentCard(signsAsSupplied ? toUnsigned(card) : card);
}

/** The card as its server writes it. */
async function sign(request) {
  return JSON.stringify(await generateAgentCardSignature(request.jwk, request.header)(read(request)));
}

function toVerifier({ keys }) {
  return verifyAgentCardSignature(async (wanted) => {
    const key = keys.find(({ kid }) => kid === undefined || kid === wanted);
    if (key === undefined) throw new Error(`no key ${wanted}`);
    return key.jwk;
  });
}

async function judge(check) {
  try {
    await check();
    return { accepted: true };
  } catch (error) {
    const { name, message } = toWords(error);
    const expected = name === 'Error' && refusals.some((text) => message.startsWith(text));
    return { accepted: false, crashed: !expected, name, message };
  }
}

function toWords(error) {
  return error instanceof Error ? error : { name: typeof error, message: String(error) };
}

const operations = {
  canonicalize,
  canonicalizeSigning,
  sign,
  verify: (request) => judge(async () => toVerifier(request)(read(request))),
  resolve: (request) =>
    judge(async () => toVerifier(request)(await new DefaultAgentCardResolver().resolve(request.url))),
};

async function answer(line) {
  try {
    const request = JSON.parse(line);
    return { result: await operations[request.op](request) };
  } catch (error) {
    const { name, message } = toWords(error);
    return { error: `${name}: ${message}` };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(line))}\n`);
}
