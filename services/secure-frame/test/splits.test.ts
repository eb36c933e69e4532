import { expect, it } from 'vitest'
import { openRecoveryStore } from '../src/store/openStore.js'
import { createRecoveryVault } from '../src/vault/recovery.js'
import { kit } from './harness.js'

const openVault = async () => {
  const store = await openRecoveryStore('file::memory:')
  return { store, vault: createRecoveryVault(store, undefined) }
}

it('A split that cleans up after another one has begun leaves the recovery shares of that one', async () => {
  const { store, vault } = await openVault()
  const put = (set: string, at: number) =>
    vault.put({ account: 'a', wallet: 'w', set }, [kit()], at)
  const kindsOf = (set: string) => vault.kinds({ wallet: 'w', set })
  await put('never made', 1)
  await put('before', 2)
  await put('mine', 3)
  await put('the next one', 3)
  await vault.dropSet({ wallet: 'w', set: 'before' })
  await vault.dropOlder('w', 3)
  expect(await kindsOf('never made')).toEqual([])
  expect(await kindsOf('before')).toEqual([])
  expect(await kindsOf('mine')).toEqual(['kit'])
  expect(await kindsOf('the next one')).toEqual(['kit'])
  await vault.dropAll('w')
  expect(await kindsOf('the next one')).toEqual([])
  await store.close()
})
