import {
  LatchkeyError,
  type AnyPlugin,
  type ErrorContexts,
  type PluginContext,
} from '@latchkey/plugin-api'
import { createContext } from '../ctx/context.js'
import { createHome } from '../ctx/home.js'
import type { Inner, PluginTable } from '../inner.js'
import type { Bin } from '../support/bin.js'
import { messageOf } from '../support/lazy.js'
import { own } from '../support/own.js'
import { within } from '../support/time.js'

type Phase = ErrorContexts['kernel.plugin_failed']['phase']

interface Member {
  readonly plugin: AnyPlugin
  bin?: Bin
  ctx?: PluginContext
  api?: unknown
  failure?: LatchkeyError<'kernel.plugin_failed'>
}

/** Stands for the API of a failed plugin: any use of it throws the error. */
const throwingApi = (error: LatchkeyError): unknown => {
  const fail = (): never => {
    throw error
  }
  return new Proxy(fail, new Proxy({}, { get: () => fail }))
}

/**
 * Marks a plugin and all its dependents as failed, and undoes what they added, the dependents'
 * first.
 */
type Fail = (inner: Inner, member: Member, phase: Phase, cause: unknown) => void

function setUpOne(
  inner: Inner,
  member: Member,
  missing: LatchkeyError | undefined,
  fail: Fail,
): void {
  const { plugin } = member
  try {
    if (missing) throw missing
    const home = createHome(inner, plugin)
    member.bin = home.bin
    member.ctx = createContext(home)
    const api = (member.api = plugin.setup(member.ctx))
    if (api instanceof Promise) {
      api.catch(() => undefined)
      throw new TypeError('setup returned a promise: register in setup, wait in start.')
    }
  } catch (error) {
    fail(inner, member, 'setup', error)
  }
}

async function startOne(
  inner: Inner,
  member: Member,
  before: Promise<unknown>,
  fail: Fail,
): Promise<void> {
  await before
  const { plugin, ctx, failure } = member
  if (!plugin.start || !ctx || failure || inner.signal.aborted) return
  const starting = (async () => plugin.start?.(ctx))().catch(
    (error: unknown) => inner.signal.aborted || fail(inner, member, 'start', error),
  )
  await within(inner, starting, `${plugin.id}: start`)
}

export interface Members extends PluginTable {
  /**
   * Sets up all plugins in the given order.
   * @throws `kernel.plugin_failed` if `strict` is on and a plugin fails
   */
  setUp(inner: Inner, order: readonly AnyPlugin[], strict: boolean | undefined): void
  /** Starts all plugins, each after those it depends on. Never rejects. */
  start(inner: Inner): Promise<void>
  /** Ids of the plugins that have not failed. */
  working(): string[]
  /** Disposes all plugins, the last set up first. */
  dispose(): void
}

/** @param reversed all plugins, the last set up first */
function createFail(reversed: () => readonly Member[]): Fail {
  const fail: Fail = (inner, member, phase, cause) => {
    const { id } = member.plugin
    const failure = new LatchkeyError(
      'kernel.plugin_failed',
      `Plugin "${id}" failed in ${phase} and is out: ${messageOf(cause)}`,
      { context: { plugin: id, phase }, cause },
    )
    member.failure = failure
    for (const other of reversed())
      if (other.bin && !other.failure && own(other.plugin.dependsOn, id) !== undefined)
        fail(inner, other, phase, failure)
    member.bin?.dispose()
    inner.log.error(failure.message, cause)
    // Emitted later, because the host that is creating the kernel cannot listen yet.
    queueMicrotask(() =>
      inner.events.emit('kernel:plugin-failed', { plugin: id, phase, error: failure }),
    )
  }
  return fail
}

export function createMembers(): Members {
  const members = new Map<string, Member>()
  const reversed = (): Member[] => [...members.values()].reverse()
  const has = (id: string): boolean => members.get(id)?.failure === undefined && members.has(id)
  const fail = createFail(reversed)
  return {
    has,
    apiOf(id) {
      const { failure, api } = members.get(id) ?? {}
      return failure ? throwingApi(failure) : api
    },
    working: () => [...members.keys()].filter(has),
    setUp(inner, order, strict) {
      for (const plugin of order) {
        const member: Member = { plugin }
        members.set(plugin.id, member)
        const missing = Object.keys(plugin.dependsOn ?? {}).find((id) => !has(id))
        setUpOne(inner, member, members.get(missing ?? '')?.failure, fail)
        if (strict && member.failure) throw member.failure
      }
    },
    async start(inner) {
      const runs = new Map<string, Promise<void>>()
      for (const [id, member] of members) {
        const { dependsOn, peers } = member.plugin
        runs.set(
          id,
          startOne(
            inner,
            member,
            Promise.all(Object.keys({ ...dependsOn, ...peers }).map((other) => runs.get(other))),
            fail,
          ),
        )
      }
      await Promise.all(runs.values())
    },
    dispose() {
      for (const { bin } of reversed()) bin?.dispose()
    },
  }
}
