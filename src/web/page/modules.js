// Modules that are loaded when they are wanted.

/** How often a module could not be loaded. @type {Map<string, number>} */
const failures = new Map();

/**
 * Loads a module. Some browsers never ask again for a module that they could not load, unless it has another address.
 * @template Module
 * @param {string} path from this folder
 * @param {() => Promise<Module>} first  imports it
 * @returns {Promise<Module>}
 */
export async function loadModule(path, first) {
  const failed = failures.get(path) ?? 0;
  try {
    return await (failed ? import(`./${path}?${failed}`) : first());
  } catch (error) {
    failures.set(path, failed + 1);
    throw error;
  }
}
