// The compiler of all contracts of this repository, with the same settings for each of them.
// It is fetched for the run. It is not a dependency, as its core is under the GPL.
import { spawnSync } from 'node:child_process'

export const compiler = 'solc@0.8.37'

/**
 * Compiles contracts, each of which has the name of its file.
 * @param {Readonly<Record<string, string>>} sources by name
 * @returns {Record<string, import('../src/index.d.mts').Artifact>}
 */
export function compile(sources) {
  const names = Object.keys(sources)
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(names.map((name) => [`${name}.sol`, { content: sources[name] }])),
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
  return Object.fromEntries(
    names.map((name) => {
      const { abi, evm } = output.contracts[`${name}.sol`][name]
      return [
        name,
        { abi, bytecode: `0x${evm.bytecode.object}`, runtime: `0x${evm.deployedBytecode.object}` },
      ]
    }),
  )
}
