// Ponder wants an application here. The tables are read by their database, so it has no routes.
import { Hono } from 'hono'

export default new Hono()
