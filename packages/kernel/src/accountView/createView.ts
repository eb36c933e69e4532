import type {
  AccountFieldHolder,
  AccountFieldSubject,
  Dispose,
  Namespace,
  Observable,
  Registry,
} from '@latchkey/plugin-api'
import type { KernelPorts } from '../types.js'
import { createQuestions } from './createQuestions.js'
import { kernelFields, type SomeFields } from './kernelFields.js'

/**
 * The account of a namespace. A field that nobody holds is absent; one without a value now is `undefined`.
 */
export type AccountView = SomeFields

interface Needs {
  ports: KernelPorts
  holders: Registry<AccountFieldHolder>
  namespace: Namespace
  warnOnce(message: string): void
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value) as never)

/** Whether two values are the same, or lists or plain objects of the same values. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!isPlain(one) || !isPlain(other)) return false
  const keys = Object.keys(one)
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  )
}

/** Adds the fields of the holders, each of the first one that has it. */
function join(
  { holders, ports, warnOnce }: Needs,
  of: AccountFieldSubject,
  ofKernel: SomeFields,
): AccountView {
  const view: Record<string, unknown> = { ...ofKernel }
  const heldBy = new Map(Object.keys(view).map((field) => [field, 'the kernel']))
  for (const { owner, value } of holders.get()) {
    for (const [field, read] of Object.entries(value.fields)) {
      const first = heldBy.get(field)
      if (first !== undefined) {
        warnOnce(
          `The account field "${field}" is held by ${first}: "${value.id}" of "${owner}" is not asked for it.`,
        )
        continue
      }
      heldBy.set(field, `"${value.id}"`)
      try {
        view[field] = read(of)
      } catch (error) {
        view[field] = undefined
        ports.log.warn(`"${value.id}" cannot read the account field "${field}".`, error)
      }
    }
  }
  return Object.freeze(view)
}

/** Calls back when any of the sources of a view has changed. */
function followSources({ ports, holders }: Needs, onChange: () => void): Dispose {
  let ofHolders: (Dispose | undefined)[] = []
  const endHolders = (): void => ofHolders.forEach((end) => end?.())
  const followHolders = (): void => {
    endHolders()
    ofHolders = holders.get().map(({ value }) => value.subscribe?.(onChange))
  }
  followHolders()
  const ends = [
    ports.accounts.subscribe(onChange),
    ports.activeNetwork.subscribe(onChange),
    holders.subscribe(() => {
      followHolders()
      onChange()
    }),
    endHolders,
  ]
  return () => ends.forEach((end) => end())
}

/** Makes the view of one namespace. It follows its sources while somebody is subscribed. */
export function createView(needs: Needs): Observable<AccountView> {
  const { ports, namespace } = needs
  const cell = ports.state.cell<AccountView>({})
  const subject = (): AccountFieldSubject => ({
    namespace,
    account: ports.accounts.active(namespace),
    network: ports.activeNetwork.current(namespace),
  })
  const update = (): AccountView => {
    const of = subject()
    const next = join(needs, of, kernelFields(ports, of, questions.balance(of)))
    if (!isSame(next, cell.get())) cell.set(next)
    return cell.get()
  }
  const questions = createQuestions(ports, update)
  const follow = (): Dispose => {
    const ask = (): void => {
      update()
      questions.ask(subject())
    }
    const endSources = followSources(needs, ask)
    const endEvents = ports.events.onAny(
      (name) => name.endsWith(':balance-changed') && questions.refresh(),
    )
    ask()
    return () => {
      endSources()
      endEvents()
      questions.end()
    }
  }
  let count = 0
  let stop: Dispose | undefined
  return {
    get: update,
    subscribe(listener) {
      if (!count++) stop = follow()
      let end: Dispose | undefined = cell.subscribe(listener)
      return () => {
        if (!end) return
        end()
        end = undefined
        if (!--count) stop?.()
      }
    },
  }
}
