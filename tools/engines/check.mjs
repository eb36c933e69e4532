#!/usr/bin/env node
// The engines' walks live beside the other tests: node tools/engines/check.mjs firefox|webkit
import '../tests/engines/check.mjs'
