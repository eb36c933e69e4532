import { compile } from '@latchkey-tools/localnet/solc'
import { readFileSync } from 'node:fs'
import { toFunctionSelector } from 'viem'
import { expect, it } from 'vitest'
import { resolverAbi } from '../../src/names/resolverAbi.js'
import { RESOLVER_CODE } from '../../src/names/resolverCode.js'

it('The code of the resolver is what its source compiles to, and its interface is the one we use', () => {
  const file = new URL('../../contracts/GatewayResolver.sol', import.meta.url)
  const { GatewayResolver } = compile({ GatewayResolver: readFileSync(file, 'utf8') })
  expect(RESOLVER_CODE).toBe(GatewayResolver!.bytecode)
  expect((GatewayResolver!.runtime.length - 2) / 2).toBeLessThanOrEqual(4500)
  const selectors = (abi: readonly unknown[]) =>
    (abi as { type: string }[])
      .filter(({ type }) => type === 'function')
      .map((one) => toFunctionSelector(one as never))
  expect(selectors(GatewayResolver!.abi)).toEqual(expect.arrayContaining(selectors(resolverAbi)))
})
