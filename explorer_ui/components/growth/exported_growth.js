// A growing vocabulary as a page of its own.

import { drawExported } from "../shared/exported.js";
import mount from "./growth.js";

drawExported(mount);
