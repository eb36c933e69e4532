import { compileOrigin } from '@latchkey/plugin-api/origins' // The rule of the kernel. It has no dependencies.

/** A site, or a part of one, that is let in by its id. */
export interface Project {
  id: string
  /** Origins of its pages, by the rule of a plugin's `reaches.origins`. Empty or absent: any. */
  origins?: readonly string[]
}

export interface AccessRules {
  /** Empty: any project id, or none. */
  projects: readonly Project[]
  /** Origins that every project has. Empty: those of the project alone. */
  origins: readonly string[]
}

/** The two refusals, word for word as clients compare them. */
export type AccessRefusal = 'Unauthorized: invalid key' | 'Unauthorized: origin not allowed'

export interface Access {
  /**
   * Says whether a request is let in, and why not. Without an `origin` the client is not a page and
   * the origins are not asked. The key is judged before the origin.
   */
  refusalOf(projectId: string | undefined, origin: string | undefined): AccessRefusal | undefined
  /** Whether pages of that origin may read answers: some project has it. */
  isKnownOrigin(origin: string): boolean
  /** Whether a project of that id is configured. */
  isKnownProject(projectId: string): boolean
}

/** @param rules read once, for all clients */
export function createAccess({ projects, origins }: AccessRules): Access {
  const shared = compileList(origins)
  const known = new Map(
    projects.map((project) => [project.id, compileList(project.origins ?? [])] as const),
  )
  const covers = (lists: readonly OriginList[], origin: string): boolean => {
    const asked = lists.filter(({ isEmpty }) => !isEmpty)
    return asked.length === 0 || asked.some((list) => list.covers(origin.toLowerCase()))
  }
  return {
    refusalOf(projectId, origin) {
      const own = known.get(projectId ?? '')
      if (known.size > 0 && !own) return 'Unauthorized: invalid key'
      if (origin !== undefined && !covers(own ? [shared, own] : [shared], origin))
        return 'Unauthorized: origin not allowed'
      return undefined
    },
    isKnownOrigin: (origin) =>
      known.size === 0
        ? covers([shared], origin)
        : [...known.values()].some((own) => covers([shared, own], origin)),
    isKnownProject: (projectId) => known.has(projectId),
  }
}

interface OriginList {
  isEmpty: boolean
  covers(origin: string): boolean
}

const compileList = (patterns: readonly string[]): OriginList => {
  const compiled = patterns.map(compileOrigin)
  return {
    isEmpty: compiled.length === 0,
    covers: (origin) => compiled.some((isCovered) => isCovered(origin)),
  }
}
