import {
  AngularNodeAppEngine,
  createNodeRequestHandler,
  isMainModule,
  writeResponseToNodeResponse,
} from '@angular/ssr/node'
import express from 'express'
import { join } from 'node:path'

/** The policy that a strict host sends with its pages. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'self'; form-action 'none'"

const app = express()
const angular = new AngularNodeAppEngine()

app.use(
  express.static(join(import.meta.dirname, '../browser'), {
    maxAge: '1y',
    index: false,
    redirect: false,
  }),
)
app.use((request, response, next) => {
  response.setHeader('content-security-policy', policy)
  angular
    .handle(request)
    .then((drawn) => (drawn ? writeResponseToNodeResponse(drawn, response) : next()))
    .catch(next)
})
if (isMainModule(import.meta.url)) app.listen(Number(process.env['PORT'] ?? 4000), '127.0.0.1')

/** `ng serve` and the build find it by this name. */
export const reqHandler = createNodeRequestHandler(app)
