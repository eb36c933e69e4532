import { LatchkeyError, type AnyPlugin, type ErrorContexts, type PluginContext } from '@latchkey/plugin-api'
import { createContext } from '../ctx/context.js'
import { createHome } from '../ctx/home.js'
import type { Inner, PluginTable } from '../inner.js'
import type { Bin } from '../support/bin.js'
import { messageOf } from '../support/lazy.js'
import { within } from '../support/within.js'

type Phase = ErrorContexts['kernel.plugin_failed']['phase']

interface Member {
  readonly plugin: AnyPlugin
  bin?: Bin
  ctx?: PluginContext
  api?: unknown
  failure?: LatchkeyError<'kernel.plugin_failed'>
}

/** Throws that error however it is touched. */
const refusal = (error: LatchkeyError): unknown => {
  const fail = (): never => {
    throw error
  }
  return new Proxy(fail, new Proxy({}, { get: () => fail }))
}

export interface Members extends PluginTable {
  /** Sets all up, each after those it needs. @throws `kernel.plugin_failed` if `strict` and one fails */
  setUp(inner: Inner, order: readonly AnyPlugin[], strict: boolean | undefined): void
  /** Starts all, each after those it needs. Never rejects. */
  start(inner: Inner): Promise<void>
  /** Ids of those that work. */
  working(): string[]
  /** Ends all, last set up first. */
  dispose(): void
}

export function createMembers(): Members {
  const members = new Map<string, Member>()
  const reversed = (): Member[] => [...members.values()].reverse()
  const needs = (member: Member, id: string): boolean => Object.hasOwn(member.plugin.dependsOn ?? {}, id)

  /** Marks a plugin as failed, with all that depend on it, and undoes what they added: dependents first. */
  const fail = (inner: Inner, member: Member, phase: Phase, cause: unknown): void => {
    const { plugin: { id }, bin } = member
    const failure = new LatchkeyError('kernel.plugin_failed', `Plugin "${id}" failed in ${phase} and is out: ${messageOf(cause)}`, { context: { plugin: id, phase }, cause })
    member.failure = failure
    for (const other of reversed()) {
      if (other.bin && !other.failure && needs(other, id)) fail(inner, other, phase, failure)
    }
    bin?.dispose()
    inner.log.error(failure.message, cause)
    // Told when the host that is just creating the kernel can listen.
    queueMicrotask(() => inner.events.emit('kernel:plugin-failed', { plugin: id, phase, error: failure }))
  }
  const setUpOne = (inner: Inner, member: Member): void => {
    const { plugin } = member
    try {
      for (const other of members.values()) {
        if (other.failure && needs(member, other.plugin.id)) throw other.failure
      }
      const home = createHome(inner, plugin)
      member.bin = home.bin
      member.ctx = createContext(home)
      const api = member.api = plugin.setup(member.ctx)
      if (api instanceof Promise) {
        api.catch(() => undefined)
        throw new TypeError('setup returned a promise; register and provide in setup, do the rest in start.')
      }
    } catch (error) {
      fail(inner, member, 'setup', error)
    }
  }
  const startOne = async (inner: Inner, member: Member, before: Promise<unknown>): Promise<void> => {
    await before
    const { plugin, ctx } = member
    if (!plugin.start || !ctx || member.failure || inner.signal.aborted) return
    const starting = (async () => plugin.start?.(ctx))().catch((error: unknown) => inner.signal.aborted || fail(inner, member, 'start', error))
    await within(inner, starting, `${plugin.id}: start`)
  }
  return {
    has: (id) => members.has(id) && !members.get(id)?.failure,
    apiOf(id) {
      const { failure, api } = members.get(id) ?? {}
      return failure ? refusal(failure) : api
    },
    working: () => [...members.values()].filter(({ failure }) => !failure).map(({ plugin }) => plugin.id),
    setUp(inner, order, strict) {
      for (const plugin of order) {
        const member = { plugin }
        members.set(plugin.id, member)
        setUpOne(inner, member)
      }
      const failed = [...members.values()].find(({ failure }) => failure)
      if (strict && failed?.failure) throw failed.failure
    },
    async start(inner) {
      const runs = new Map<string, Promise<void>>()
      for (const [id, member] of members) {
        const { dependsOn, peers } = member.plugin
        runs.set(id, startOne(inner, member, Promise.all(Object.keys({ ...dependsOn, ...peers }).map((other) => runs.get(other)))))
      }
      await Promise.all(runs.values())
    },
    dispose() {
      for (const { bin } of reversed()) bin?.dispose()
    },
  }
}
