const { getDefaultConfig } = require('expo/metro-config')

const config = getDefaultConfig(__dirname)

/** What draws Latchkey's own views in a web page. An app has no page, and never loads it. */
const WEB_ONLY = /^(@latchkey\/ui-react|react-dom)(\/|$)/

config.resolver.resolveRequest = (context, name, platform) =>
  WEB_ONLY.test(name) ? { type: 'empty' } : context.resolveRequest(context, name, platform)

module.exports = config
