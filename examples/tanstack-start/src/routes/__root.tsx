import { LatchkeyProvider } from '@latchkey/ui-react'
import { createRootRoute, HeadContent, Outlet, Scripts } from '@tanstack/react-router'
import { kernel } from '../wallet'

export const Route = createRootRoute({
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { title: 'My shop' },
    ],
    links: [{ rel: 'icon', href: 'data:,' }],
  }),
  component: Root,
})

function Root() {
  return (
    <html lang="en">
      <head>
        <HeadContent />
      </head>
      <body>
        <LatchkeyProvider kernel={kernel}>
          <Outlet />
        </LatchkeyProvider>
        <Scripts />
      </body>
    </html>
  )
}
