// Plugins describe themselves: the field `latchkey` in each plugin's package.json. Import rules,
// sizes, the README's table and the test projects read it here, so that none of them holds a list
// of plugins. docs/plugin-authors.md explains the field to authors.
import * as v from 'valibot' // says what was expected of a value that is not as the schema has it
import { Explained } from '../../run/lib/log.mjs'
import { workspacePackages } from '../../run/lib/workspace.mjs'

const KINDS = ['family', 'connector', 'feature']
const text = v.pipe(v.string(), v.trim(), v.nonEmpty())
const texts = v.pipe(v.array(text), v.nonEmpty())
const bytes = v.pipe(v.number(), v.integer(), v.minValue(1))
const namespace = v.pipe(v.string(), v.regex(/^[-a-z0-9]{3,8}$/))

/** Each member: what it has to be, in words and as a schema. */
const MEMBERS = {
  // `family`: brings a chain family; `connector`: reaches wallets of families that others bring;
  // `feature`: adds views or behaviour
  kind: [`one of ${KINDS.join(', ')}`, v.picklist(KINDS)],
  namespaces: [
    'a list of CAIP-2 namespaces, three to eight small letters, digits or hyphens each',
    v.pipe(v.array(namespace), v.nonEmpty()),
  ],
  // Packages that only lazily loaded modules may import.
  sdks: ['a list of package names; "*" ends a prefix', texts],
  // Hosts also run it on servers: all its unit tests run on a second Node.
  server: ['true, or left out', v.literal(true)],
  // Its published declarations are compared with a report in etc/api.
  api: ['true, or left out', v.literal(true)],
  // Modules that an opening loads, for @latchkey/vite: in place of `late` and `messages`.
  opening: ['a list of names of modules, without folders and endings', texts],
  // In place of the usual ones of its kind; `chunks`: chunks loaded later, by name; `opening`: more at
  // the first opening.
  budgets: [
    '{ "eager", "view", "opening": { "bytes", "requests" }, "chunks": { NAME } }, each in bytes',
    v.strictObject({
      eager: v.optional(bytes),
      view: v.optional(bytes),
      opening: v.optional(v.object({ bytes, requests: bytes })),
      chunks: v.optional(v.record(v.string(), bytes)),
    }),
  ],
  // How a host imports it and makes it; sizes are measured on such a host.
  host: [
    '{ "imports": { MODULE: [NAMES] }, "call": CODE }',
    v.object({ imports: v.record(v.string(), texts), call: text }),
  ],
}

/**
 * Complaints about the field of one plugin, in sentences; an empty list where nothing is wrong.
 * @param {string} path of the package below the root
 * @param {{ latchkey?: unknown, name?: string, exports?: object }} manifest
 */
export function fieldComplaints(path, { latchkey: field, name: own, exports = {} }) {
  const file = `${path}/package.json`
  if (!v.is(v.record(v.string(), v.unknown()), field))
    return [`${file}: "latchkey" is missing: say at least { "kind": "${KINDS.join('" | "')}" }`]
  const wrong = Object.entries(field).flatMap(([name, value]) => {
    const [wanted, schema] = MEMBERS[name] ?? [`one of ${Object.keys(MEMBERS).join(', ')}`]
    if (!schema) return [`"latchkey.${name}" is unknown: expected ${wanted}`]
    if (v.is(schema, value)) return []
    return [`"latchkey.${name}" is ${JSON.stringify(value)}: expected ${wanted}`]
  })
  const unknown = Object.keys(field.host?.imports ?? {}).filter(
    (module) => `${module}/`.startsWith(`${own}/`) && !exports[`.${module.slice(own.length)}`],
  )
  const isFamily = field.kind === 'family'
  const lacks = ['kind', ...(isFamily ? ['namespaces'] : [])].filter((name) => !field[name])
  return [
    ...wrong,
    ...unknown.map((module) => `"latchkey.host" imports ${module}, which "exports" does not name`),
    ...lacks.map((name) => `"latchkey.${name}" is missing: expected ${MEMBERS[name][0]}`),
    ...(KINDS.slice(1).includes(field.kind) && field.namespaces
      ? [`"latchkey.namespaces" is for a family only, and this is a ${field.kind}`]
      : []),
  ].map((complaint) => `${file}: ${complaint}`)
}

/**
 * @typedef {{ [Name in keyof typeof MEMBERS]?: v.InferOutput<(typeof MEMBERS)[Name][1]> }} PluginField
 * @typedef {import('../../run/lib/workspace.mjs').WorkspacePackage & { folder: string, name: string,
 * field: PluginField }} Plugin `folder`: its name below plugins/
 */

/** Below plugins/, the templates left out: they are what others begin with. */
const isPlugin = ({ path }) => /^plugins\/[^_/][^/]*$/.test(path)

/**
 * The plugins of this repository with what they say of themselves, in the order of their folders.
 * @param {import('../../run/lib/workspace.mjs').WorkspacePackage[]} [packages]
 * @returns {Plugin[]}
 * @throws {Explained} with every complaint about any of them
 */
export function plugins(packages = workspacePackages()) {
  const found = packages.filter(isPlugin)
  const complaints = found.flatMap(({ path, manifest }) => fieldComplaints(path, manifest))
  if (complaints.length > 0) throw new Explained(complaints.join('\n'))
  return found.map((one) => ({
    ...one,
    folder: one.path.slice('plugins/'.length),
    field: one.manifest.latchkey,
  }))
}
