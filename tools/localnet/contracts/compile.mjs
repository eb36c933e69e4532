// Compiles the contracts and writes src/evm/artifacts.json. Run by hand after a source changed:
//   node contracts/compile.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { compile, compiler } from './solc.mjs'

const names = [
  'TestToken',
  'SilentToken',
  'FalseToken',
  'TestCollectible',
  'TestItems',
  'SpamToken',
  'PoisonToken',
  'LyingToken',
  'PermitToken',
  'FeeToken',
  'UnsellableToken',
  'ReentrantToken',
  'BatchAccount',
  'Lanterns',
  'NameRegistry',
  'ReverseNames',
  'UniversalResolver',
]

/** @param {string} name */
const source = (name) => readFileSync(new URL(`./${name}.sol`, import.meta.url), 'utf8')

const artifacts = compile(Object.fromEntries(names.map((name) => [name, source(name)])))
writeFileSync(
  new URL('../src/evm/artifacts.json', import.meta.url),
  `${JSON.stringify({ compiler, ...artifacts }, null, 1)}\n`,
)
