import { type Route, refusal } from '@latchkey/service-kit/http'
import { type Context } from 'hono'
import { type FrameContext } from '../../context.js'

type SiteContext = Pick<FrameContext, 'projects' | 'analytics'>

/** The pages of a project may send events, and the operator reads their counts. */
export function analyticsRoutes({ projects, analytics }: SiteContext): Route[] {
  const admit = ({ req }: Context): void => {
    const project = projects.find(req.query('projectId') ?? '')
    if (!project) throw refusal(403, 'projectId', 'Unauthorized: invalid key')
    const origin = req.header('origin')
    if (origin !== undefined && !projects.covers(project, origin))
      throw refusal(403, 'projectId', 'Unauthorized: origin not allowed')
  }
  // A page that is refused reads why.
  return [{ ...analytics.take, admit, anyOrigin: true }, analytics.funnel]
}
