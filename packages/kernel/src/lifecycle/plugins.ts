import { LatchkeyError, type AnyPlugin, type ErrorContexts, type PluginContext } from '@latchkey/plugin-api'
import { createContext } from '../ctx/context.js'
import { createHome, type Home } from '../ctx/home.js'
import type { Inner, PluginTable } from '../inner.js'
import { messageOf } from '../support/lazy.js'

/** Longest time that one plugin's start may hold up the kernel, ms. */
export const START_LIMIT = 10_000

type Phase = ErrorContexts['kernel.plugin_failed']['phase']

interface Member {
  readonly plugin: AnyPlugin
  home?: Home
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
  setUp(inner: Inner, order: readonly AnyPlugin[], strict: boolean): void
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

  /** Marks a plugin as failed, with all that depend on it, and undoes what they added: dependents first. */
  const fail = (inner: Inner, member: Member, phase: Phase, cause: unknown): void => {
    const { plugin: { id, dependsOn: _ }, home } = member
    const failure = new LatchkeyError('kernel.plugin_failed', `Plugin "${id}" failed in ${phase} and was taken out: ${messageOf(cause)}`, { context: { plugin: id, phase }, cause })
    member.failure = failure
    for (const other of reversed()) {
      if (other.home && !other.failure && Object.hasOwn(other.plugin.dependsOn ?? {}, id)) fail(inner, other, phase, failure)
    }
    home?.bin.dispose()
    inner.log.error(failure.message, cause)
    // Told when the host that is just creating the kernel can listen.
    queueMicrotask(() => inner.events.emit('kernel:plugin-failed', { plugin: id, phase, error: failure }))
  }

  const setUpOne = (inner: Inner, member: Member): void => {
    const { plugin } = member
    const culprit = Object.keys(plugin.dependsOn ?? {}).map((id) => members.get(id)?.failure).find(Boolean)
    try {
      if (culprit) throw culprit
      member.home = createHome(inner, plugin)
      member.ctx = createContext(member.home)
      member.api = plugin.setup(member.ctx)
      if (member.api instanceof Promise) {
        member.api.catch(() => undefined)
        throw new TypeError('setup returned a promise. It must be synchronous: register and provide in setup, do the rest in start.')
      }
    } catch (error) {
      fail(inner, member, 'setup', error)
    }
  }

  const startOne = async (inner: Inner, member: Member, before: Promise<unknown>): Promise<void> => {
    await before
    const { plugin, ctx } = member
    if (!plugin.start || !ctx || member.failure || inner.signal.aborted) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        inner.report(new LatchkeyError('kernel.timed_out', `Plugin "${plugin.id}" has been starting for ${START_LIMIT / 1000} s; the kernel goes on without waiting.`, { context: { what: `${plugin.id}: start`, ms: START_LIMIT } }), `${plugin.id}: start`)
        resolve()
      }, START_LIMIT)
      inner.bin.add(() => {
        clearTimeout(timer)
        resolve()
      })
    })
    const starting = (async () => plugin.start?.(ctx))().catch((error: unknown) => {
      if (!inner.signal.aborted) fail(inner, member, 'start', error)
    })
    await Promise.race([starting, limit])
    clearTimeout(timer)
  }

  return {
    has: (id) => members.has(id) && !members.get(id)?.failure,
    apiOf(id) {
      const member = members.get(id)
      return member?.failure ? refusal(member.failure) : member?.api
    },
    working: () => [...members.values()].filter(({ failure }) => !failure).map(({ plugin }) => plugin.id),
    setUp(inner, order, strict) {
      for (const plugin of order) members.set(plugin.id, { plugin })
      for (const member of members.values()) {
        setUpOne(inner, member)
        if (strict && member.failure) throw member.failure
      }
    },
    async start(inner) {
      const runs = new Map<string, Promise<void>>()
      for (const member of members.values()) {
        const { id, dependsOn, peers } = member.plugin
        runs.set(id, startOne(inner, member, Promise.all(Object.keys({ ...dependsOn, ...peers }).map((other) => runs.get(other)))))
      }
      await Promise.all(runs.values())
    },
    dispose() {
      for (const { home } of reversed()) home?.bin.dispose()
    },
  }
}
