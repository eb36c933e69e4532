import * as v from 'valibot'
import { projectId } from './fields.js'

/** Query of `GET /frame`, the page itself. */
export const frameQuery = v.object({
  projectId: v.optional(projectId, ''),
  chainId: v.optional(v.pipe(v.string(), v.maxLength(80))),
  version: v.optional(v.pipe(v.string(), v.maxLength(16))),
  enableLogger: v.optional(v.pipe(v.string(), v.maxLength(5))),
  lang: v.optional(v.pipe(v.string(), v.maxLength(35))),
})

/**
 * `GET /frame/check?projectId=…`: says to any page why the frame would refuse it. It may be read by
 * every origin and holds no secret.
 */
export const frameCheck = {
  path: '/frame/check',
  query: v.object({ projectId: v.optional(projectId, '') }),
  answer: v.object({
    allowed: v.boolean(),
    /** `origin` is judged by the request's own `Origin`. */
    reason: v.optional(v.picklist(['project', 'origin'])),
  }),
} as const

/**
 * `dist/page/manifest.json`, which the page's build writes and the service reads at its start. Files are
 * named by their hash and served below {@link ASSETS_PATH}.
 */
export const pageManifest = v.object({
  /** The module that the page starts with. */
  entry: v.string(),
  /** Style sheets of the first screen. */
  styles: v.array(v.string()),
  /** Modules that the entry imports statically: they are fetched beside it. */
  preload: v.array(v.string()),
  /** Every file of the folder with its hash in the form of subresource integrity, `sha384-…`. */
  files: v.record(v.string(), v.pipe(v.string(), v.regex(/^sha384-[\w+/=]+$/))),
})
export type PageManifest = v.InferOutput<typeof pageManifest>

export const ASSETS_PATH = '/frame/assets/'
/** The id of the page's `<script type="application/json">` with its {@link PageConfig}. */
export const CONFIG_ID = 'latchkey-config'

/** How operations of smart accounts get onto a network. */
const bundling = v.object({
  bundlers: v.pipe(v.array(v.string()), v.minLength(1)),
  paymaster: v.optional(v.string()),
})

/** The service's settings that the page needs. */
export const pageConfig = v.object({
  projectId,
  /** Patterns of the parent origins that may talk to the frame, by the rule of `compileOrigin`. */
  origins: v.array(v.string()),
  recovery: v.picklist(['automatic', 'user']),
  approvalWindow: v.picklist(['auto', 'always']),
  /** RPC urls of the operator by CAIP-2 id. */
  rpc: v.record(v.string(), v.string()),
  /** The networks with smart accounts, by CAIP-2 id: their contracts are there, with the known code. */
  smartAccounts: v.record(v.string(), bundling),
  /** Units of gas that one operation may ask for. */
  operationGas: v.number(),
  /** Gwei that one operation may pay for each unit of gas. */
  operationFee: v.number(),
})
export type PageConfig = v.InferOutput<typeof pageConfig>
