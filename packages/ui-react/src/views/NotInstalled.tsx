import { brand, knownViews } from '@latchkey/plugin-api'
import { useEffect, type ReactNode } from 'react'
import { Empty } from '../kit/states.js'
import { Text } from '../kit/messages.js'
import { usePorts } from '../session/context.js'

/** A view that nobody brought: says so, and names the package for those who build the site. */
export function NotInstalled({ view }: { view: string }): ReactNode {
  const folder = Object.hasOwn(knownViews, view) ? knownViews[view] : undefined
  const { log } = usePorts()
  useEffect(
    () =>
      log.warn(
        `Nobody registered the view "${view}".${folder === undefined ? '' : ` It comes with ${brand.scope}/${folder}.`}`,
      ),
    [log, view, folder],
  )
  return (
    <Empty title="ui.notInstalled" text="ui.notInstalledText">
      <p dir="ltr">
        <Text
          k={folder === undefined ? 'ui.notInstalledView' : 'ui.notInstalledPackage'}
          params={{ view, package: `${brand.scope}/${folder}` }}
        />
      </p>
    </Empty>
  )
}
