/** Knows how the engine is told which functions of a bundle it will need, so that it parses those once and not twice. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const card = fileURLToPath(new URL('../../examples/erp-stock-check.json', import.meta.url));
/**
 * Members that many cards have and the example has not: an extension with parameters, a text over two lines; and a
 * requirement that names a scope, so that it is but a number that SDKs take for something else.
 */
const more = {
  uri: 'https://example.com/ext',
  description: 'one\ntwo',
  params: { perMinute: 60, kinds: ['a'] },
};

/** The calls that most users make most often; each runs its command's bundle. */
const usualCalls = [
  ['keys', 'create', 'file:key.pem'],
  ['keys', 'jwks', 'file:key.pem', '--out', 'jwks.json'],
  ['sign', card, '--key', 'file:key.pem', '--out', 'signed.json'],
  ['sign', card, '--key', 'file:key.pem'],
  ['verify', 'signed.json', '--jwks', 'jwks.json'],
  ['sign', 'more.json', '--key', 'file:key.pem', '--in-place'],
  ['verify', 'more.json', '--jwks', 'jwks.json'],
  ['check', 'more.json'],
  ['check', card],
  ['inspect', 'signed.json'],
  ['explain', 'signed.json', '--jwks', 'jwks.json'],
  ['canonicalize', card],
];

/** Writes the bundles in a folder anew, with what the usual calls run marked. */
export function markUsualFunctions(folder) {
  for (const [path, ran] of findUsualFunctions(folder)) {
    writeFileSync(path, markFunctions(readFileSync(path, 'utf8'), ran));
  }
}

/** For each bundle the functions that ran, as `start:end` of their text. */
function findUsualFunctions(folder) {
  const work = mkdtempSync(join(tmpdir(), 'cardctl-build-'));
  try {
    const starter = join(work, 'start.cjs');
    writeFileSync(starter, `require(${JSON.stringify(folder)} + '/' + process.argv[2] + '.cjs').start();`);
    writeFileSync(
      join(work, 'more.json'),
      JSON.stringify(withExtension(JSON.parse(readFileSync(card, 'utf8')))),
    );
    const coverage = join(work, 'coverage');
    for (const args of usualCalls) {
      const env = { PATH: process.env.PATH, NODE_V8_COVERAGE: coverage };
      execFileSync(process.execPath, [starter, ...args], { cwd: work, env, stdio: 'ignore' });
    }
    const usual = readCoverage(coverage, folder);
    if (usual.size === 0) throw new Error(`no bundle in ${folder} ran`);
    return usual;
  } finally {
    rmSync(work, { recursive: true });
  }
}

function withExtension(example) {
  const securityRequirements = [{ schemes: { partnerBearer: { list: ['read'] } } }];
  return {
    ...example,
    capabilities: { ...example.capabilities, extensions: [more] },
    securityRequirements,
  };
}

function readCoverage(coverage, folder) {
  const usual = new Map();
  for (const name of readdirSync(coverage)) {
    const { result } = JSON.parse(readFileSync(join(coverage, name), 'utf8'));
    for (const { url, functions } of result) {
      if (!url.startsWith('file:') || !fileURLToPath(url).startsWith(folder)) continue;
      const ran = usual.get(fileURLToPath(url)) ?? new Set();
      for (const { ranges } of functions) {
        if (ranges[0].count > 0) ran.add(`${ranges[0].startOffset}:${ranges[0].endOffset}`);
      }
      usual.set(fileURLToPath(url), ran);
    }
  }
  return usual;
}

/**
 * Engines parse a function in parentheses at once, and else first look where it ends. A declaration becomes an
 * expression that stands in front of all else, where its declaration would be hoisted to.
 */
export function markFunctions(source, ran) {
  const file = ts.createSourceFile('bundle.js', source, ts.ScriptTarget.ES2023, true, ts.ScriptKind.JS);
  const hasRun = (node) => ran.has(`${node.getStart()}:${node.getEnd()}`);
  const marks = findExpressions(file)
    .filter(hasRun)
    .flatMap((node) => [
      { at: node.getStart(), text: '(' },
      { at: node.getEnd(), text: ')' },
    ])
    .sort((one, other) => one.at - other.at);
  const cut = (from, to) => cutMarked(source, marks, from, to);
  const declared = file.statements.filter((node) => ts.isFunctionDeclaration(node) && hasRun(node));
  const ends = [0, ...declared.map((node) => node.getEnd())];
  const starts = [...declared.map((node) => node.getStart()), source.length];
  const rest = ends.map((end, index) => cut(end, starts[index])).join('');
  if (declared.length === 0) return rest;
  const first = declared.map((node) => `${node.name.text}=(${cut(node.getStart(), node.getEnd())})`);
  const strict = /^"use strict";/.exec(rest)?.[0] ?? '';
  return `${strict}var ${first.join(',')};${rest.slice(strict.length)}`;
}

/** All functions in expressions that are not in parentheses yet. */
function findExpressions(node) {
  const isOne =
    (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) && !ts.isParenthesizedExpression(node.parent);
  const found = isOne ? [node] : [];
  ts.forEachChild(node, (child) => void found.push(...findExpressions(child)));
  return found;
}

/** A piece of the source with the marks that lie in it. */
function cutMarked(source, marks, from, to) {
  let text = '';
  let at = from;
  for (const mark of marks) {
    if (mark.at < from || mark.at >= to) continue;
    text += source.slice(at, mark.at) + mark.text;
    at = mark.at;
  }
  return text + source.slice(at, to);
}
