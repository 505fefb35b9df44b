/** The one script that pages may register as a service worker, and the policy of Trusted Types that knows no other. */
export const WORKER_SCRIPT = "/admin/worker.js";
export const WORKER_SCOPE = "/admin";
export const WORKER_POLICY = "service-worker";
/** What the worker shows without a connection, and all that it keeps. */
export const OFFLINE_PAGE = "/admin/offline.html";
export const OFFLINE_CACHE = "offline";
