// A runtime of four pallets, as it would describe itself: what real ones have more takes seconds to read.
import { v14 } from '@polkadot-api/substrate-bindings'

type Metadata = Parameters<typeof v14.enc>[0]
type Lookup = Metadata['lookup'][number]
type Fields = readonly (readonly [name: string, type: number, typeName: string])[]

const type = (id: number, def: Lookup['def'], path: string[] = [], params: Lookup['params'] = []): Lookup => ({ id, path, params, def, docs: [] })
const primitive = (tag: 'u8' | 'u32' | 'u128' | 'bool'): Lookup['def'] => ({ tag: 'primitive', value: { tag, value: undefined } })
const fields = (list: Fields) => list.map(([name, of, typeName]) => ({ name: name || undefined, type: of, typeName, docs: [] }))
const variant = (...list: readonly (readonly [index: number, name: string, fields: Fields])[]): Lookup['def'] => ({ tag: 'variant', value: list.map(([index, name, of]) => ({ index, name, fields: fields(of), docs: [] })) })

const [U8, KEY, ACCOUNT, NOTHING, U32, U128, COMPACT, BYTES, KEY20, ADDRESS, BOOL, INDEX, SYSTEM, BALANCES, UTILITY, CALL, CALLS, PROXY, PROXY_TYPE, MAYBE_TYPE, EXTRINSIC] = Array.from({ length: 21 }, (_, id) => id) as [number, number, number, number, number, number, number, number, number, number, number, number, number, number, number, number, number, number, number, number, number]
const MONEY = 'T::Balance'
const LOOKUP = 'AccountIdLookupOf<T>'

const lookup: Lookup[] = [
  type(U8, primitive('u8')),
  type(KEY, { tag: 'array', value: { len: 32, type: U8 } }),
  type(ACCOUNT, { tag: 'composite', value: fields([['', KEY, '[u8; 32]']]) }, ['sp_core', 'crypto', 'AccountId32']),
  type(NOTHING, { tag: 'tuple', value: [] }),
  type(U32, primitive('u32')),
  type(U128, primitive('u128')),
  type(COMPACT, { tag: 'compact', value: U128 }),
  type(BYTES, { tag: 'sequence', value: U8 }),
  type(KEY20, { tag: 'array', value: { len: 20, type: U8 } }),
  type(ADDRESS, variant([0, 'Id', [['', ACCOUNT, 'AccountId']]], [1, 'Index', [['', INDEX, 'AccountIndex']]], [2, 'Raw', [['', BYTES, 'Vec<u8>']]], [3, 'Address32', [['', KEY, '[u8; 32]']]], [4, 'Address20', [['', KEY20, '[u8; 20]']]]), ['sp_runtime', 'multiaddress', 'MultiAddress'], [{ name: 'AccountId', type: ACCOUNT }, { name: 'AccountIndex', type: NOTHING }]),
  type(BOOL, primitive('bool')),
  type(INDEX, { tag: 'compact', value: NOTHING }),
  type(SYSTEM, variant([0, 'remark', [['remark', BYTES, 'Vec<u8>']]], [7, 'remark_with_event', [['remark', BYTES, 'Vec<u8>']]]), ['frame_system', 'pallet', 'Call']),
  type(BALANCES, variant([0, 'transfer_allow_death', [['dest', ADDRESS, LOOKUP], ['value', COMPACT, MONEY]]], [3, 'transfer_keep_alive', [['dest', ADDRESS, LOOKUP], ['value', COMPACT, MONEY]]], [4, 'transfer_all', [['dest', ADDRESS, LOOKUP], ['keep_alive', BOOL, 'bool']]], [8, 'force_set_balance', [['who', ADDRESS, LOOKUP], ['new_free', COMPACT, MONEY]]]), ['pallet_balances', 'pallet', 'Call']),
  type(UTILITY, variant([0, 'batch', [['calls', CALLS, 'Vec<<T as Config>::RuntimeCall>']]], [2, 'batch_all', [['calls', CALLS, 'Vec<<T as Config>::RuntimeCall>']]]), ['pallet_utility', 'pallet', 'Call']),
  type(CALL, variant([0, 'System', [['', SYSTEM, 'System']]], [5, 'Balances', [['', BALANCES, 'Balances']]], [26, 'Utility', [['', UTILITY, 'Utility']]], [29, 'Proxy', [['', PROXY, 'Proxy']]]), ['small_runtime', 'RuntimeCall']),
  type(CALLS, { tag: 'sequence', value: CALL }),
  type(PROXY, variant([0, 'proxy', [['real', ADDRESS, LOOKUP], ['force_proxy_type', MAYBE_TYPE, 'Option<T::ProxyType>'], ['call', CALL, 'Box<<T as Config>::RuntimeCall>']]], [1, 'add_proxy', [['delegate', ADDRESS, LOOKUP], ['proxy_type', PROXY_TYPE, 'T::ProxyType'], ['delay', U32, 'BlockNumberFor<T>']]]), ['pallet_proxy', 'pallet', 'Call']),
  type(PROXY_TYPE, variant([0, 'Any', []], [1, 'NonTransfer', []]), ['small_runtime', 'ProxyType']),
  type(MAYBE_TYPE, variant([0, 'None', []], [1, 'Some', [['', PROXY_TYPE, '']]]), ['Option'], [{ name: 'T', type: PROXY_TYPE }]),
  type(EXTRINSIC, { tag: 'composite', value: fields([['', BYTES, '']]) }, ['sp_runtime', 'generic', 'unchecked_extrinsic', 'UncheckedExtrinsic'], [{ name: 'Address', type: ADDRESS }, { name: 'Call', type: CALL }, { name: 'Signature', type: NOTHING }, { name: 'Extra', type: NOTHING }]),
]
const pallet = (name: string, index: number, calls: number): Metadata['pallets'][number] => ({ name, index, calls, storage: undefined, events: undefined, constants: [], errors: undefined, docs: [] })

export const smallRuntime: Metadata = {
  lookup, type: NOTHING, apis: [],
  pallets: [pallet('System', 0, SYSTEM), pallet('Balances', 5, BALANCES), pallet('Utility', 26, UTILITY), pallet('Proxy', 29, PROXY)],
  extrinsic: { type: EXTRINSIC, version: 4, signedExtensions: [] },
}
export const CALL_TYPE = CALL
/** `meta`, the version, and what follows. */
export const encodeRuntime = (): Uint8Array => Uint8Array.from([0x6d, 0x65, 0x74, 0x61, 14, ...v14.enc(smallRuntime)])
