// Compiles the contract account of the tests and writes OwnedAccount.json. Run by hand after its
// source changed:
//   node test/contracts/compile.mjs
// The compiler is fetched for the run. It is not a dependency, as its core is under the GPL.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const compiler = 'solc@0.8.37'
const name = 'OwnedAccount'
const input = {
  language: 'Solidity',
  sources: {
    [`${name}.sol`]: { content: readFileSync(new URL(`${name}.sol`, import.meta.url), 'utf8') },
  },
  settings: {
    evmVersion: 'paris',
    optimizer: { enabled: true, runs: 200 },
    metadata: { bytecodeHash: 'none' },
    outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
  },
}
const run = spawnSync('npx', ['--yes', '--package', compiler, 'solcjs', '--standard-json'], {
  input: JSON.stringify(input),
  encoding: 'utf8',
  shell: process.platform === 'win32',
})
const output = JSON.parse(run.stdout.slice(run.stdout.indexOf('{')))
const errors = (output.errors ?? []).filter(
  (/** @type {{ severity: string }} */ { severity }) => severity === 'error',
)
if (errors.length) throw new Error(JSON.stringify(errors))
const bytecode = `0x${output.contracts[`${name}.sol`][name].evm.bytecode.object}`
writeFileSync(
  new URL(`${name}.json`, import.meta.url),
  `${JSON.stringify({ compiler, bytecode }, null, 1)}\n`,
)
