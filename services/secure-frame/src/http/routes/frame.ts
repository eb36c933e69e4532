import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type Route, refusal, route } from '@latchkey/service-kit/http'
import * as v from 'valibot'
import { type FrameContext } from '../../context.js'
import {
  ASSETS_PATH,
  type PageConfig,
  REASONS,
  frameCheck,
  frameQuery,
} from '../../contract/index.js'
import { wordsOf } from '../../mail/texts.js'
import { type FrameProject } from '../../projects.js'
import { type Bundling } from '../../smartAccounts/settings.js'
import { renewCookie } from '../guard.js'
import { ASSET_HEADERS, pageHeaders } from '../headers.js'
import { framePage } from '../pages.js'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.map': 'application/json',
}

const toConfig = (networks: Readonly<Record<string, Bundling>>): PageConfig['smartAccounts'] =>
  Object.fromEntries(
    Object.entries(networks).map(([network, { bundlers, paymaster }]) => [
      network,
      { bundlers: [...bundlers], ...(paymaster !== undefined && { paymaster }) },
    ]),
  )

/** The frame's page, its files, and why it would be refused. */
export function frameRoutes(context: FrameContext): Route[] {
  const { projects, publicUrl, page } = context
  const configOf = (project: FrameProject): PageConfig => ({
    projectId: project.id,
    origins: [...project.origins],
    recovery: context.recoveryMode,
    approvalWindow: context.approvalWindow,
    rpc: { ...context.rpc },
    smartAccounts: toConfig(context.smartAccounts.enabled()),
    operationGas: context.limits.operationGas,
    operationFee: context.limits.operationFee,
  })
  return [
    route({
      method: 'get',
      path: '/frame',
      summary: 'The page of the frame.',
      open: true,
      query: frameQuery,
      media: ['text/html'],
      failures: [403, 503],
      handle({ query, context: request }) {
        const project = projects.find(query.projectId)
        if (!project)
          throw refusal(403, REASONS.project, 'There is no project of this id.', {
            'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
          })
        if (!page) throw refusal(503, 'page', 'The page of the frame was not built.')
        renewCookie(request)
        const config = configOf(project)
        for (const [name, value] of Object.entries(pageHeaders(publicUrl, config)))
          request.header(name, value)
        return request.html(framePage(page.manifest, config, wordsOf(query.lang).lang))
      },
    }),
    route({
      ...frameCheck,
      method: 'get',
      summary: 'Says why the frame would refuse a page.',
      open: true,
      handle({ query, context: request }) {
        request.header('Access-Control-Allow-Origin', '*')
        const project = projects.find(query.projectId)
        const origin = request.req.header('origin')
        if (!project) return { allowed: false, reason: 'project' as const }
        if (origin !== undefined && !projects.covers(project, origin))
          return { allowed: false, reason: 'origin' as const }
        return { allowed: true }
      },
    }),
    assetRoute(context),
  ]
}

const assetRoute = ({ page }: FrameContext): Route =>
  route({
    method: 'get',
    path: `${ASSETS_PATH}:file`,
    summary: 'A file of the page, named by its hash.',
    open: true,
    params: v.object({ file: v.pipe(v.string(), v.maxLength(200)) }),
    media: ['text/javascript', 'text/css'],
    failures: [404],
    async handle({ params: { file } }) {
      const isBuilt = page !== undefined && Object.hasOwn(page.manifest.files, file)
      if (!isBuilt) throw refusal(404, REASONS.missing, 'There is no such file.')
      const body = new Uint8Array(await readFile(join(page.folder, file)))
      const type = TYPES[extname(file)] ?? 'application/octet-stream'
      return new Response(body, { headers: { ...ASSET_HEADERS, 'Content-Type': type } })
    },
  })
