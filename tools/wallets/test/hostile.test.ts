// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { goodAnnouncement, hostileAnnouncements, hostileKinds } from '../src/hostile/index.js'

/** Describes a detail without being harmed by it. */
function describeDetail(detail: unknown): string {
  try {
    return (
      JSON.stringify(detail, (_key, value: unknown) =>
        typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function'
          ? typeof value
          : typeof value === 'string' && value.length > 99
            ? value.length
            : value,
      ) ?? 'undefined'
    )
  } catch (error) {
    return `throws ${(error as Error).name}`
  }
}
const list = (count: number, seed: number) =>
  hostileAnnouncements(count, seed).map(
    ({ index, kind, detail }) => `${index} ${kind} ${describeDetail(detail)}`,
  )

describe('hostileAnnouncements', () => {
  it('The hostile announcements are the same for the same seed, and differ between seeds', () => {
    expect(list(2000, 3)).toEqual(list(2000, 3))
    expect(list(2000, 3)).not.toEqual(list(2000, 4))
    expect(list(500, 3)).toEqual(list(2000, 3).slice(0, 500))
  })

  it('The hostile announcements are of every kind, or of the kinds that are asked for', () => {
    expect(new Set(hostileAnnouncements(3000, 1).map(({ kind }) => kind))).toEqual(
      new Set(hostileKinds),
    )
    expect(
      new Set(
        hostileAnnouncements(100, 1, { kinds: ['hugeName', 'noDetail'] }).map(({ kind }) => kind),
      ),
    ).toEqual(new Set(['hugeName', 'noDetail']))
  })

  it('A hostile announcement can imitate the rdns of a named wallet', () => {
    const copies = hostileAnnouncements(400, 1, {
      kinds: ['sameRdns'],
      imitate: { rdns: 'dev.latchkey.localnet' },
    })
    expect(
      copies.every(
        ({ detail }) =>
          (detail as { info: { rdns: string } }).info.rdns === 'dev.latchkey.localnet',
      ),
    ).toBe(true)
  })

  it('Hostile announcements break a careless listener, and a good announcement after them still arrives', () => {
    let threw = 0
    const heard: string[] = []
    const listen = (event: Event) => {
      try {
        const { info, provider } = (
          event as CustomEvent<{
            info: { name: string; icon: string; rdns: string; uuid: string }
            provider: { request: unknown }
          }>
        ).detail
        heard.push(`${info.name}${info.icon}${info.rdns}${info.uuid}${String(provider.request)}`)
      } catch {
        threw++
      }
    }
    window.addEventListener('eip6963:announceProvider', listen)
    for (const one of hostileAnnouncements(10_000, 1)) one.dispatch()
    goodAnnouncement({ name: 'The good one' }).dispatch()
    window.removeEventListener('eip6963:announceProvider', listen)
    expect(threw).toBeGreaterThan(1000)
    expect(heard.at(-1)).toContain('The good one')
    expect(({} as { hostile?: boolean }).hostile).toBeUndefined()
  })
})
