/** Knows that a bundle with marked functions does what it did before. */
import { runInThisContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { markFunctions } from '../../tools/build/eager.mjs';

/** The function texts, as coverage gives them: the offsets of start and end. */
function ranges(source: string, ...texts: string[]): Set<string> {
  return new Set(
    texts.map((text) => {
      const at = source.indexOf(text);
      if (at < 0) throw new TypeError(text);
      return `${at}:${at + text.length}`;
    }),
  );
}

function run(source: string): unknown {
  const module: { exports?: unknown } = {};
  const evaluate = runInThisContext(`(function (module) {${source}\n})`) as (given: object) => void;
  evaluate(module);
  return module.exports;
}

describe('markFunctions', () => {
  it('turns declarations that ran into expressions in front, where they are hoisted to', () => {
    const source = '"use strict";module.exports=two();function one(){return 1}function two(){return one()+1}';
    const marked = markFunctions(source, ranges(source, 'function two(){return one()+1}'));
    expect(marked).toBe(
      '"use strict";var two=(function two(){return one()+1});module.exports=two();function one(){return 1}',
    );
    expect(run(marked)).toBe(2);
  });

  it('puts parentheses around expressions that ran, also inside of others', () => {
    const source = 'var f=a=>()=>a;var g=function(){return f(3)()};module.exports=g();';
    const marked = markFunctions(source, ranges(source, 'a=>()=>a', '()=>a', 'function(){return f(3)()}'));
    expect(marked).toBe('var f=(a=>(()=>a));var g=(function(){return f(3)()});module.exports=g();');
    expect(run(marked)).toBe(3);
  });

  it('marks what is inside of a declaration that moves', () => {
    const source = 'module.exports=f();function f(){return [1,2].map(x=>x*2)}async function g(){}';
    const marked = markFunctions(
      source,
      ranges(source, 'function f(){return [1,2].map(x=>x*2)}', 'x=>x*2', 'async function g(){}'),
    );
    expect(marked).toBe(
      'var f=(function f(){return [1,2].map((x=>x*2))}),g=(async function g(){});module.exports=f();',
    );
    expect(run(marked)).toEqual([2, 4]);
  });

  it('leaves a text alone of which nothing ran', () => {
    const source = 'var a=()=>1;function b(){}';
    expect(markFunctions(source, new Set())).toBe(source);
  });
});
