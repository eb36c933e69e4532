import { isCaip2, type Caip2, type Json, type Schema } from '@latchkey/plugin-api'
import type { KernelStorage } from '../core.js'

const fail = (): never => {
  throw new TypeError('not the expected shape')
}
const text: Schema<string> = (value) => (typeof value === 'string' ? value : fail())
const number: Schema<number> = (value) => (typeof value === 'number' ? value : fail())
const caip2: Schema<Caip2> = (value) => (isCaip2(value) ? value : fail())
const json: Schema<Json> = (value) => value as Json
const optional = <T>(of: Schema<T>): Schema<T | undefined> => (value) => (value === undefined ? undefined : of(value))
const list = <T>(of: Schema<T>): Schema<readonly T[]> => (value) => (Array.isArray(value) ? value.map(of) : fail())
const entries = (value: unknown): [string, unknown][] => (typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : fail())
const record = <T>(of: Schema<T>): Schema<Readonly<Record<string, T>>> => (value) => Object.fromEntries(entries(value).map(([key, part]) => [key, of(part)]))
const shape = <T extends object>(of: { [Key in keyof T]-?: Schema<T[Key]> }): Schema<T> => (value) => {
  const own = new Map(entries(value))
  const parts = Object.entries<Schema<unknown>>(of).map(([key, check]) => [key, check(own.get(key))] as const)
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined)) as T
}

/** What the kernel itself keeps, each with its check. */
export const kernelStorage: KernelStorage = {
  connections: list(shape<{ id: string; connectorId: string; name: string; namespaces: readonly string[]; current: Readonly<Record<string, string | undefined>>; snapshot: Json }>({
    id: text, connectorId: text, name: text, namespaces: list(text), current: record(optional(text)), snapshot: json,
  })),
  connectionStatus: record((value) => (value === 'connected' ? value : fail())),
  connectedNamespaces: list(text),
  walletId: text,
  walletName: text,
  activeNetwork: caip2,
  activeNamespace: text,
  recentWallets: list(shape<{ id: string; rdns?: string }>({ id: text, rdns: optional(text) as Schema<string> })),
  accountTypes: record(text),
  nativeBalances: record(shape<{ value: string; decimals: number; symbol: string; at: number }>({ value: text, decimals: number, symbol: text, at: number })),
}
