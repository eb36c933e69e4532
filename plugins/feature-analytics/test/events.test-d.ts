import type { KernelEvents } from '@latchkey/plugin-api'
import type {} from '@latchkey/feature-activity'
import type {} from '@latchkey/feature-names'
import type {} from '@latchkey/feature-onramp'
import type {} from '@latchkey/feature-send'
import type {} from '@latchkey/feature-siwx'
import type {} from '@latchkey/feature-swap'
import { expectTypeOf, it } from 'vitest'
import type { trackedEvents } from '../src/events.js'

type Tracked = (typeof trackedEvents)[number]

/** Whether a path leads to a value. The fields of an error are known at run time alone. */
type Leads<Of, Path extends string> = Path extends `${infer Name}.${infer Rest}`
  ? Name extends keyof Of
    ? unknown extends Of[Name]
      ? true
      : Leads<NonNullable<Of[Name]>, Rest>
    : false
  : Path extends keyof Of
    ? true
    : false
type Missing<Each> = Each extends readonly [
  infer Source extends keyof KernelEvents,
  string,
  ...(infer Path)[],
]
  ? Path extends string
    ? Leads<KernelEvents[Source], Path> extends true
      ? never
      : `${Source}: ${Path}`
    : never
  : never

it('Every event of the list is one of the kernel or of a plugin', () => {
  expectTypeOf<Exclude<Tracked[0], keyof KernelEvents>>().toBeNever()
})

it('Every path of the list leads to a value of its event', () => {
  expectTypeOf<Missing<Tracked>>().toBeNever()
})
