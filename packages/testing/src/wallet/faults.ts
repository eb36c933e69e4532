import { rejected } from './errors.js'
import type { FaultScope, WalletControl } from './types.js'

interface Fault {
  kind: 'reject' | 'throw' | 'answer' | 'hang' | 'delay'
  value?: unknown
  methods: readonly string[] | undefined
  times: number
}

type FaultSwitches = Pick<
  WalletControl,
  'failNext' | 'rejectNext' | 'answerNext' | 'hangNext' | 'delayNext' | 'clearFaults'
>

/** Misbehaviour on demand. `take` gives the first fault that fits a request and counts it down. */
export function createFaults(): {
  switches: FaultSwitches
  take(method: string): Fault | undefined
} {
  let faults: Fault[] = []
  const add = (kind: Fault['kind'], value: unknown, { method, times = 1 }: FaultScope = {}) => {
    faults.push({ kind, value, times, methods: typeof method === 'string' ? [method] : method })
  }
  return {
    switches: {
      failNext: (error, scope) => add(scope?.sync ? 'throw' : 'reject', error, scope),
      rejectNext: (scope) => add('reject', rejected(), scope),
      answerNext: (value, scope) => add('answer', value, scope),
      hangNext: (scope) => add('hang', undefined, scope),
      delayNext: (ms, scope) => add('delay', ms, scope),
      clearFaults: () => {
        faults = []
      },
    },
    take(method) {
      const fault = faults.find(({ methods }) => !methods || methods.includes(method))
      if (fault && --fault.times <= 0) faults = faults.filter((other) => other !== fault)
      return fault
    },
  }
}
