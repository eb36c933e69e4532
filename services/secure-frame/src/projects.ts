import { readFile } from 'node:fs/promises'
import { compileOrigin } from '@latchkey/plugin-api/origins' // The rule of the kernel. It has no dependencies.
import * as v from 'valibot'
import { invalidOption } from './errors.js'

/** A site, or several of one owner: wallets belong to a project. */
export interface FrameProject {
  id: string
  /** Patterns of the origins that may embed the frame: `https://shop.example`, `https://*.shop.example`. */
  origins: readonly string[]
  /** Sender of its mails. Absent: `MAIL_FROM`. */
  from?: string
  /** Whether identity tokens hold the verified address. */
  email?: boolean
}

export interface Projects {
  /** '' is the only project, where there is one. */
  find(id: string): FrameProject | undefined
  /** Whether a page of that origin may embed the frame of a project. */
  covers(project: FrameProject, origin: string): boolean
}

/** A pattern that `frame-ancestors` can say too: a `*` may only be the first label of the host. */
const ORIGIN = /^https?:\/\/(?:\*\.)?[a-z\d_-]+(?:\.[a-z\d_-]+)*(?::\d{1,5})?$/

const schema = v.array(
  v.strictObject({
    id: v.pipe(v.string(), v.regex(/^[\w.-]{1,128}$/)),
    origins: v.pipe(v.array(v.string()), v.minLength(1)),
    from: v.optional(v.string()),
    email: v.optional(v.boolean()),
  }),
)

/** @throws SecureFrameError `secure-frame.invalid_option` */
export function createProjects(list: readonly FrameProject[]): Projects {
  if (list.length === 0) throw invalidOption('PROJECTS has no project. Name one at least.')
  if (new Set(list.map(({ id }) => id)).size !== list.length)
    throw invalidOption('Two projects in PROJECTS have the same id. Give each its own.')
  for (const { id, origins } of list)
    for (const origin of origins)
      if (!ORIGIN.test(origin))
        throw invalidOption(
          `An origin of the project "${id}" must be like https://shop.example or ` +
            `https://*.shop.example. It is "${origin}".`,
        )
  const byId = new Map(list.map((project) => [project.id, project]))
  const compiled = new Map(list.map(({ id, origins }) => [id, origins.map(compileOrigin)]))
  return {
    find: (id) => (id === '' && list.length === 1 ? list[0] : byId.get(id)),
    covers: ({ id }, origin) => (compiled.get(id) ?? []).some((isCovered) => isCovered(origin)),
  }
}

/** Reads the file that `PROJECTS` names: a list of {@link FrameProject} as JSON. */
export async function readProjects(path: string): Promise<readonly FrameProject[]> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw invalidOption(`PROJECTS names a file that cannot be read: ${path}`)
  })
  try {
    return v.parse(schema, JSON.parse(text)) as readonly FrameProject[]
  } catch {
    throw invalidOption(
      'PROJECTS must name a file like [{ "id": "shop", "origins": ["https://shop.example"] }].',
    )
  }
}
