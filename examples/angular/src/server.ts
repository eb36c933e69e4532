import {
  AngularNodeAppEngine,
  createNodeRequestHandler,
  isMainModule,
  writeResponseToNodeResponse,
} from '@angular/ssr/node'
import express from 'express'
import { join } from 'node:path'

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
  angular
    .handle(request)
    .then((drawn) => (drawn ? writeResponseToNodeResponse(drawn, response) : next()))
    .catch(next)
})
if (isMainModule(import.meta.url)) app.listen(Number(process.env['PORT'] ?? 4000), '127.0.0.1')

/** `ng serve` and the build find it by this name. */
export const reqHandler = createNodeRequestHandler(app)
