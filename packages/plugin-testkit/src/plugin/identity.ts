import { KERNEL_API } from '@latchkey/plugin-api'
import { demand, rules, settled, show } from '../check.js'
import { inWorld, type PluginSubject } from '../world.js'

const ORIGIN =
  /^[a-z][a-z0-9+.-]*:\/\/(\*\.)?([a-z0-9_-]+\.)*[a-z0-9_-]+(:\d+)?$|^[a-z][a-z0-9+.-]*:\/\/\[[0-9a-f:]+\](:\d+)?$/i
const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const RANGE = /^[\^~<>=*\dx.|\s-]+$/

const isOnce = (list: readonly string[]): boolean => new Set(list).size === list.length

export const identityChecks = rules<PluginSubject>('passport and name', {
  'has an id of small letters, digits and single hyphens': async ({ make }) =>
    demand(
      ID.test(make().id),
      `id "${make().id}" is not made of small letters, digits and single hyphens`,
    ),
  'has a version': async ({ make }) =>
    demand(
      /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(make().version),
      `version "${make().version}" is not a version such as 0.1.0`,
    ),
  'names the contract versions that it needs': async ({ make }) =>
    demand(
      /^(\^|~|>=)?\d+\.\d+/.test(make().kernelApi),
      `kernelApi "${make().kernelApi}" is not a range such as >=0.1 <1`,
    ),
  'accepts the version of this kernel': (subject) =>
    inWorld(subject, async (world) => {
      const outcome = await settled('createKernel', () => void world.create(subject.make()))
      demand(
        'value' in outcome,
        `the kernel (contract ${KERNEL_API}) refuses it: ${'thrown' in outcome ? show(outcome.thrown) : ''}`,
      )
    }),
  'has a setup, and a start only if it is a function': async ({ make }) => {
    const { setup, start } = make()
    demand(typeof setup === 'function', 'setup is not a function')
    demand(start === undefined || typeof start === 'function', 'start is not a function')
  },
  'is the same each time it is made': async ({ make }) => {
    const [one, other] = [make(), make()]
    demand(one.id === other.id && one.version === other.version, 'made twice, it has another name')
    demand(
      JSON.stringify([one.reaches, one.chains, one.dependsOn]) ===
        JSON.stringify([other.reaches, other.chains, other.dependsOn]),
      'made twice, it has another passport',
    )
  },
  'names origins, not addresses, in its passport': async ({ make }) => {
    for (const origin of Object.values(make().reaches ?? {}).flat())
      demand(
        typeof origin === 'string' && ORIGIN.test(origin),
        `passport: "${String(origin)}" is not an origin such as https://api.example.com or https://*.example.com`,
      )
  },
  'opens no whole top-level domain in its passport': async ({ make }) => {
    for (const origin of Object.values(make().reaches ?? {}).flat())
      demand(
        !/:\/\/\*\.[a-z0-9-]+(:\d+)?$/i.test(String(origin)),
        `passport: "${String(origin)}" opens a whole top-level domain`,
      )
  },
  'names its chains by namespace, each once': async ({ make }) => {
    const { chains = [] } = make()
    for (const chain of chains)
      demand(
        /^[-a-z0-9]{3,8}$/.test(chain),
        `chains has ${show(chain)}, which is not a namespace (CAIP-2)`,
      )
    demand(isOnce(chains), `chains has a namespace twice: ${chains.join(', ')}`)
  },
  'names its dependencies by id and range, and never itself': async ({ make }) => {
    const { id, dependsOn = {}, peers = {}, conflictsWith = [] } = make()
    for (const [other, range] of Object.entries({ ...dependsOn, ...peers }))
      demand(
        ID.test(other) && typeof range === 'string' && RANGE.test(range),
        `it needs "${other}" in ${show(range)}, which is not an id with a range such as ^0.1`,
      )
    for (const other of [...Object.keys({ ...dependsOn, ...peers }), ...conflictsWith])
      demand(other !== id, 'it depends on, or conflicts with, itself')
    for (const other of conflictsWith)
      demand(
        !Object.hasOwn({ ...dependsOn, ...peers }, other),
        `it depends on and conflicts with "${other}"`,
      )
  },
  'numbers its storage from 1, and checks each key': async ({ make }) => {
    const { storage } = make()
    demand(
      !storage || (Number.isInteger(storage.version) && storage.version > 0),
      'storage.version is not a whole number from 1',
    )
    for (const [key, check] of Object.entries(storage?.keys ?? {}))
      demand(
        typeof check === 'function',
        `storage key "${key}" has no function that checks its content`,
      )
  },
})
