import type { Artifact } from '../src/index.mjs'

/** The npm package of the compiler, with its version. */
export declare const compiler: string

/** Compiles contracts, given by the name of each, with the settings of the localnet's. Takes seconds. */
export declare function compile(sources: Readonly<Record<string, string>>): Record<string, Artifact>
