# SPDX-License-Identifier: BSD-3-Clause
# Writes the version header if its content changed: -DGIT -DSOURCE -DVERSION -DOUTPUT.
set(hash "unknown")
if(GIT)
  # safe.directory: a tree that another user owns (a container, a shared file system) is only read here.
  execute_process(COMMAND ${GIT} -c safe.directory=* describe --always --dirty --abbrev=12 --match=nothing
                  WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE found ERROR_QUIET
                  OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
  if(NOT failed)
    set(hash ${found})
  endif()
endif()
string(REPLACE "." ";" parts ${VERSION})
list(GET parts 0 major)
list(GET parts 1 minor)
list(GET parts 2 patch)
set(text "// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_VERSION_HPP
#define TANDEM_VERSION_HPP

#define TANDEM_VERSION_MAJOR ${major}
#define TANDEM_VERSION_MINOR ${minor}
#define TANDEM_VERSION_PATCH ${patch}
#define TANDEM_VERSION \"${VERSION}\"
/// Short git hash, with -dirty when the sources differed from it; \"unknown\" outside a clone.
#define TANDEM_GIT_HASH \"${hash}\"

#endif
")
set(old "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} old)
endif()
if(NOT old STREQUAL text)
  file(WRITE ${OUTPUT} "${text}")
endif()
