// Compiles the contracts and writes src/evm/artifacts.json. Run by hand after a source changed:
//   node contracts/compile.mjs
// The compiler is fetched for the run. It is not a dependency, as its core is under the GPL.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const compiler = 'solc@0.8.37'
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
]

/** @param {string} name */
const source = (name) => readFileSync(new URL(`./${name}.sol`, import.meta.url), 'utf8')

const input = {
  language: 'Solidity',
  sources: Object.fromEntries(names.map((name) => [`${name}.sol`, { content: source(name) }])),
  settings: {
    evmVersion: 'paris',
    optimizer: { enabled: true, runs: 200 },
    metadata: { bytecodeHash: 'none' },
    outputSelection: {
      '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] },
    },
  },
}

const run = spawnSync('npx', ['--yes', '--package', compiler, 'solcjs', '--standard-json'], {
  input: JSON.stringify(input),
  encoding: 'utf8',
  shell: process.platform === 'win32',
})
const output = JSON.parse(run.stdout.slice(run.stdout.indexOf('{')))
const errors = (output.errors ?? []).filter(
  (/** @type {{ severity: string }} */ e) => e.severity === 'error',
)
if (errors.length)
  throw new Error(
    errors.map((/** @type {{ formattedMessage: string }} */ e) => e.formattedMessage).join('\n'),
  )

const artifacts = Object.fromEntries(
  names.map((name) => {
    const { abi, evm } = output.contracts[`${name}.sol`][name]
    return [
      name,
      { abi, bytecode: `0x${evm.bytecode.object}`, runtime: `0x${evm.deployedBytecode.object}` },
    ]
  }),
)
writeFileSync(
  new URL('../src/evm/artifacts.json', import.meta.url),
  `${JSON.stringify({ compiler, ...artifacts }, null, 1)}\n`,
)
