// What TypeScript cannot know: what comes with the site only, what a selector finds, what a click hits, and what only some
// browsers have.

declare module "*/pyodide.mjs";

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface EventTarget {
  closest?(selectors: string): any;
}

interface Navigator {
  deviceMemory?: number;
  keyboard?: any;
}

declare var process: any; // in Node
